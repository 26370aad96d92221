import { go, href } from "../base/address.ts";
import { api } from "../base/api.ts";
import { client } from "../base/data.ts";
import { isStatus } from "../base/errors.ts";
import { confirmLeaving, discardChanges } from "../base/unsaved.ts";
import { showFailure } from "../kit/toast.tsx";

/** Ends the session, unless there are changes that the user wants to keep; says it when the session could not be ended. */
export async function signOut() {
  if (!confirmLeaving()) return;
  try {
    await api.get("/auth/logout");
  } catch (error) {
    if (!isStatus(error, 401)) return showFailure(error as Error);
  }
  discardChanges();
  client.clear();
  go(href("sign-in"));
}
