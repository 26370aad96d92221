import { api } from "../base/api.ts";
import { t } from "../base/words.ts";
import { say, sayFailure } from "../kit/toast.tsx";

/** Sends a short mail to the user from the project's first verified domain, and leads to where one is added. */
export async function sendTestMail(projectId: string, email: string, toDomains: () => void) {
  try {
    const domains = await api.get("/domains/project/{projectId}", { path: { projectId } });
    const domain = domains.find((each) => each.verified)?.domain;
    if (!domain) {
      say(t("shell.testNoDomain"));
      return toDomains();
    }
    const from = `hello@${domain}`;
    const draft = { subject: t("shell.testSubject"), body: `<p>${t("shell.testBody")}</p>`, from };
    const preview = await api.post("/previews", { body: { ...draft, type: "TRANSACTIONAL" } as never });
    await api.post("/previews/{id}/send", { path: { id: preview.id }, body: { email, from } as never });
    say(t("shell.testSent", { email }));
  } catch (failure) {
    sayFailure(failure as Error);
  }
}
