import { useQuery } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/button.tsx";
import { Note } from "../kit/failure.tsx";
import { say, sayFailure } from "../kit/toast.tsx";
import { useCurrentProject, useFacts, useSession } from "./session.tsx";
import { useReachability } from "./reachability.ts";

interface Shown {
  tone: "bad" | "watch" | "info";
  text: React.ReactNode;
  action?: React.ReactNode;
}

/** The weightiest thing to know about this project or installation; one at a time. */
export function Banner() {
  const { user } = useSession();
  const project = useCurrentProject();
  const { catchesMail } = useFacts();
  const limit = useLimit();
  const reach = useReachability();
  const banner: Shown | false | undefined =
    (reach && { tone: "watch", text: t(`shell.banner.${reach.kind}`, { seconds: reach.seconds }) }) ||
    (project?.disabled && {
      tone: "bad",
      text: t("shell.banner.disabled", { reason: project.disabledReason ?? "" }),
      action: <ButtonLink to="settings">{t("shell.banner.see")}</ButtonLink>,
    }) ||
    limit ||
    (!user.emailVerified && {
      tone: "watch",
      text: t("shell.banner.unverified", { email: user.email }),
      action: <Button onPress={requestVerification}>{t("shell.banner.verify")}</Button>,
    }) ||
    (catchesMail && { tone: "info", text: t("shell.banner.caught") });
  return banner
    ? (
      <div className="banner">
        <Note tone={banner.tone} action={banner.action}>{banner.text}</Note>
      </div>
    )
    : null;
}

async function requestVerification() {
  await api.post("/auth/request-verification").then(() => say(t("shell.banner.verificationSent")), sayFailure);
}

/** A billing limit that is reached, or nearly. */
function useLimit(): Shown | undefined {
  const project = useCurrentProject();
  const near = useQuery({
    queryKey: ["near-limit", project?.id],
    queryFn: () => api.get("/users/@me/projects/{id}/billing-limits", { path: { id: project!.id } }).catch(() => null),
    enabled: Boolean(project?.customer),
    staleTime: 60_000,
  });
  const { transactional, campaigns, workflows, inbound } = near.data ?? {};
  const usages = [transactional, campaigns, workflows, inbound]
    .filter((each) => each?.limit && each.usage >= 0.8 * each.limit);
  const worst = usages.sort((one, other) => other!.usage / other!.limit! - one!.usage / one!.limit!)[0];
  if (!worst) return undefined;
  const values = { usage: formatNumber(worst.usage), limit: formatNumber(worst.limit!) };
  return worst.usage >= worst.limit!
    ? { tone: "bad", text: t("shell.banner.limitReached", values) }
    : { tone: "watch", text: t("shell.banner.limitNear", values) };
}
