import { api } from "../base/api.ts";
import { Unreachable } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import { t } from "../base/words.ts";
import { showFailure, showToast } from "../kit/toast.tsx";

/** A sending whose answer was lost: the next one repeats it, so that the email is not sent twice. */
let pending: { projectId: string; preview: string; idempotencyKey: string } | undefined;

/** Sends a short email to the user from the project's first verified domain, and leads to where one is added. */
export async function sendTestEmail(projectId: string, address: string, openDomains: () => void) {
  try {
    const domains = await api.get("/domains/project/{projectId}", { path: { projectId } });
    const domain = domains.find((each) => each.verified)?.domain;
    if (!domain) {
      showToast(t("shell.testNoDomain"));
      return openDomains();
    }
    await send(projectId, address, `hello@${domain}`);
    showToast(t("shell.testSent", { email: address }));
  } catch (failure) {
    showFailure(failure as Error);
  }
}

async function send(projectId: string, address: string, from: string) {
  const sending = pending?.projectId === projectId ? pending : await prepare(projectId, from);
  pending = undefined;
  await api.post("/previews/{id}/send", {
    path: { id: sending.preview },
    body: { email: address, from },
    idempotencyKey: sending.idempotencyKey,
  }).catch((failure) => {
    if (failure instanceof Unreachable) pending = sending;
    throw failure;
  });
}

async function prepare(projectId: string, from: string) {
  const draft = { subject: t("shell.testSubject"), body: `<p>${t("shell.testBody")}</p>`, from };
  const { id } = await api.post("/previews", { body: { ...draft, type: "TRANSACTIONAL" } });
  return { projectId, preview: id, idempotencyKey: newId() };
}
