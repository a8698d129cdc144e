/** Starts the page of a server. */
import { start } from "./app.ts";
import { HTTP } from "./http/backend.ts";
import { keepToken } from "./http/requests.ts";
import { takeToken } from "./route.ts";

/** Removes the token from the address, so that copied links do not contain it. */
function readToken(): void {
  const { token, hash } = takeToken(location.hash);
  if (token !== null) {
    keepToken(token);
    history.replaceState(null, "", hash);
  }
}

void start(async () => HTTP, readToken);
