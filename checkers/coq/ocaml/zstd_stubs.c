/* Unpacks one zstd frame of a file that is mapped into memory. */

#include <caml/alloc.h>
#include <caml/bigarray.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>
#include <zstd.h>

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
  CAMLreturn(Val_bool(one_frame && ZSTD_decompress(Bytes_val(raw), size, packed, n) == size));
}
