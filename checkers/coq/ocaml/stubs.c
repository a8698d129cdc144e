/* What the program needs from C: unpacking of zstd, and a child process for each check. */

#include <signal.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <caml/alloc.h>
#include <caml/bigarray.h>
#include <caml/fail.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>
#include <zstd.h>
#include <zstd_errors.h>

/* Fills `raw` with the contents of the frame of `length` bytes at `offset` of `file`. True if it is
   exactly one frame, no skippable one, without a dictionary, and has exactly as many bytes. The
   caller checks that the frame is inside the file. */
value verified_unpack(value file, value offset, value length, value raw)
{
  CAMLparam4(file, offset, length, raw);
  const unsigned char *packed = (unsigned char *)Caml_ba_data_val(file) + Long_val(offset);
  size_t n = Long_val(length), size = caml_string_length(raw);
  int one_frame = n >= 4 && packed[0] == 0x28 && packed[1] == 0xb5 && packed[2] == 0x2f
    && packed[3] == 0xfd && ZSTD_findFrameCompressedSize(packed, n) == n;
  size_t got = one_frame ? ZSTD_decompress(Bytes_val(raw), size, packed, n) : size + 1;
  if (ZSTD_isError(got) && ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation)
    caml_raise_out_of_memory();
  CAMLreturn(Val_bool(got == size));
}

/* A number that this process shares with its children. */
value verified_shared_number(value unit)
{
  CAMLparam1(unit);
  void *number =
    mmap(NULL, sizeof(intnat), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (number == MAP_FAILED) caml_raise_out_of_memory();
  CAMLreturn(caml_ba_alloc_dims(
    CAML_BA_CAML_INT | CAML_BA_C_LAYOUT | CAML_BA_EXTERNAL, 1, number, (intnat)1));
}

/* Ends this process when its parent ends, where the system can do that. */
value verified_end_with_parent(value unit)
{
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  return Val_unit;
}
