import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useCurrentProject, useSession } from "../app/session.tsx";
import { base } from "../base/address.ts";
import { useAnswer } from "../base/data.ts";
import { ApiError, Unreachable } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { FailureNote, Note } from "../kit/failure.tsx";
import { Skeleton } from "../kit/states.tsx";
import { Snippet } from "../kit/snippet.tsx";
import { FirstEmailStatus } from "./first-email-status.tsx";
import { type FirstEmail, firstEmail, samplesOf } from "./samples.ts";

/**
 * The call of the snippet, made with the project's key as a program would. Answers the email's id.
 *
 * @param idempotencyKey names the sending, so that a repetition after a lost answer sends nothing
 */
async function send(key: string, email: FirstEmail, idempotencyKey: string): Promise<string> {
  const answer = await fetch(`${base}/v1/send`, {
    method: "POST",
    credentials: "omit",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
    body: JSON.stringify(email),
  }).catch((cause) => {
    throw new Unreachable(String(cause));
  });
  const body = await answer.json();
  if (!answer.ok) throw new ApiError(answer.status, body, Number(answer.headers.get("Retry-After")) || undefined);
  return (body.data ?? body).emails[0].email;
}

/** The snippet with the project's key, and a button that does what it says; the email appears below. */
export function FirstEmailCard({ onSend }: { onSend: () => void }) {
  const project = useCurrentProject();
  const { user } = useSession();
  const domains = useAnswer("/domains/project/{projectId}", { path: { projectId: project?.id ?? "" } }, {
    enabled: Boolean(project),
    topics: ["domain"],
  });
  const idempotencyKey = useRef(newId());
  const sending = useMutation<string, Error, FirstEmail>({
    mutationFn: (email) => send(project!.secret!, email, idempotencyKey.current),
    // Before the answer, because the change that the email exists may come first.
    onMutate: onSend,
    onSuccess: () => {
      idempotencyKey.current = newId();
    },
  });
  if (!domains.data) return domains.error ? <FailureNote error={domains.error} /> : <Skeleton lines={6} />;
  const domain = domains.data.find((each) => each.verified)?.domain;
  if (!project?.secret) return <Note>{t("home.code.noKey")}</Note>;
  if (!domain) {
    return (
      <Note tone="watch" action={<ButtonLink to="domains">{t("home.code.addDomain")}</ButtonLink>}>
        {t("home.code.noDomain")}
      </Note>
    );
  }
  const email = firstEmail(user.email, domain, t("home.first.subject"));
  return (
    <div className="stack">
      <Snippet
        label={t("home.code.samples")}
        samples={samplesOf(`${location.origin}${base}/v1/send`, project.secret, email)}
      />
      <div className="row-wrap">
        <Button variant="main" icon="send" isPending={sending.isPending} onPress={() => sending.mutate(email)}>
          {t("home.code.send")}
        </Button>
        <span className="soft">{t("home.code.sendTo", { email: user.email })}</span>
      </div>
      {sending.error && <FailureNote error={sending.error} />}
      {sending.data && <FirstEmailStatus id={sending.data} />}
    </div>
  );
}
