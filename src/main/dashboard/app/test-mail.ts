import { api } from "../base/api.ts";
import { Unreachable } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import { t } from "../base/words.ts";
import { showFailure, showToast } from "../kit/toast.tsx";

/** A sending whose answer was lost: the next one repeats it, so that the mail is not sent twice. */
let unanswered: { projectId: string; preview: string; act: string } | undefined;

/** Sends a short mail to the user from the project's first verified domain, and leads to where one is added. */
export async function sendTestMail(projectId: string, email: string, toDomains: () => void) {
  try {
    const domains = await api.get("/domains/project/{projectId}", { path: { projectId } });
    const domain = domains.find((each) => each.verified)?.domain;
    if (!domain) {
      showToast(t("shell.testNoDomain"));
      return toDomains();
    }
    await send(projectId, email, `hello@${domain}`);
    showToast(t("shell.testSent", { email }));
  } catch (failure) {
    showFailure(failure as Error);
  }
}

async function send(projectId: string, email: string, from: string) {
  const sending = unanswered?.projectId === projectId ? unanswered : await prepare(projectId, from);
  unanswered = undefined;
  await api.post("/previews/{id}/send", {
    path: { id: sending.preview },
    body: { email, from },
    idempotencyKey: sending.act,
  }).catch((failure) => {
    if (failure instanceof Unreachable) unanswered = sending;
    throw failure;
  });
}

async function prepare(projectId: string, from: string) {
  const draft = { subject: t("shell.testSubject"), body: `<p>${t("shell.testBody")}</p>`, from };
  const { id } = await api.post("/previews", { body: { ...draft, type: "TRANSACTIONAL" } });
  return { projectId, preview: id, act: newId() };
}
