/** A server as the backend of the page. */
import type { Backend } from "../backend.ts";
import { answerAgain, ask } from "./questions.ts";
import { address, get, post, token } from "./requests.ts";
import { MOST_STREAMS } from "./streams.ts";

export const HTTP: Backend = {
  get token() {
    return token();
  },
  get storage() {
    return sessionStorage;
  },
  most: MOST_STREAMS,
  get,
  post,
  download: (path, query) => ({ href: address(path, query), download: true }),
  ask,
  answerAgain,
};
