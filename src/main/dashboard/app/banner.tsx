import { useQuery } from "@tanstack/react-query";
import { href } from "../base/address.ts";
import { api } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { formatNumber } from "../base/format.ts";
import { usePageExists } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { Note } from "../kit/failure.tsx";
import { showFailure, showToast } from "../kit/toast.tsx";
import { evidenceText, isBeingReset, suspendedText } from "../server/suspension.ts";
import { useSessionEnded } from "./ended-session.ts";
import { useCurrentProject, useFacts, useSession } from "./session.tsx";
import { useReachability } from "./reachability.ts";

interface BannerContent {
  tone: "bad" | "watch" | "info";
  text: React.ReactNode;
  action?: React.ReactNode;
}

/**
 * The weightiest thing to know about this project or installation; one at a time. That the session has ended stays in sight, because
 * it concerns whoever is writing far below.
 */
export function Banner() {
  const isEnded = useSessionEnded();
  const { user } = useSession();
  const { catchesEmails } = useFacts();
  const suspensionBanner = useSuspensionBanner();
  const limitBanner = useLimitBanner();
  const unavailability = useReachability();
  const banner: BannerContent | false | undefined =
    (isEnded && { tone: "bad", text: t("shell.banner.signedOut"), action: <SignIn /> }) ||
    (unavailability &&
      { tone: "watch", text: t(`shell.banner.${unavailability.kind}`, { seconds: unavailability.seconds }) }) ||
    suspensionBanner ||
    limitBanner ||
    (!user.emailVerified && {
      tone: "watch",
      text: t("shell.banner.unverified", { email: user.email }),
      action: <Button onPress={requestVerification}>{t("shell.banner.verify")}</Button>,
    }) ||
    (catchesEmails && { tone: "info", text: t("shell.banner.caught") });
  return banner
    ? (
      <div className={`banner${isEnded ? " banner-kept" : ""}`} role={isEnded ? "alert" : undefined}>
        <Note tone={banner.tone} action={banner.action}>{banner.text}</Note>
      </div>
    )
    : null;
}

/** Leads to another tab, because this one has what is not saved. */
function SignIn() {
  return <a className="button button-main" href={href("sign-in")} target="_blank">{t("shell.banner.signIn")}</a>;
}

async function requestVerification() {
  await api.post("/auth/request-verification").then(() => showToast(t("shell.banner.verificationSent")), showFailure);
}

/** A project that may not send any more, or soon will not because of its bounces and complaints. */
function useSuspensionBanner(): BannerContent | undefined {
  const project = useCurrentProject();
  const exists = usePageExists();
  const security = useAnswer("/projects/{id}/security", { path: { id: project?.id ?? "" } }, {
    topics: ["project", "suppression"],
    enabled: Boolean(project),
  });
  const { status, isDisabled, suspensions } = security.data?.data ?? {};
  const suspension = suspensions?.find((each) => !each.endedAt);
  const action = exists("security")
    ? <ButtonLink to="security">{t("shell.banner.seeSecurity")}</ButtonLink>
    : undefined;
  if (isDisabled && suspension) {
    return { tone: "bad", text: t("shell.banner.suspended", { evidence: evidenceText(suspension.evidence) }), action };
  }
  if (project?.disabled) {
    return {
      tone: "bad",
      text: suspendedText(project.disabledReason),
      action: !isBeingReset(project.disabledReason) && <ButtonLink to="settings">{t("shell.banner.see")}</ButtonLink>,
    };
  }
  return status && !status.isHealthy ? { tone: "watch", text: t("shell.banner.reputation"), action } : undefined;
}

/** A billing limit that is reached, or nearly. */
function useLimitBanner(): BannerContent | undefined {
  const project = useCurrentProject();
  const limits = useQuery({
    queryKey: ["near-limit", project?.id],
    queryFn: () => api.get("/users/@me/projects/{id}/billing-limits", { path: { id: project!.id } }).catch(() => null),
    enabled: Boolean(project?.customer),
    staleTime: 60_000,
    meta: { topics: ["project"] },
  });
  const { transactional, campaigns, workflows, inbound } = limits.data ?? {};
  const usages = [transactional, campaigns, workflows, inbound]
    .filter((each) => each?.limit && each.usage >= 0.8 * each.limit);
  const highest = usages.sort((one, other) => other!.usage / other!.limit! - one!.usage / one!.limit!)[0];
  if (!highest) return undefined;
  const values = { usage: formatNumber(highest.usage), limit: formatNumber(highest.limit!) };
  return highest.usage >= highest.limit!
    ? { tone: "bad", text: t("shell.banner.limitReached", values) }
    : { tone: "watch", text: t("shell.banner.limitNear", values) };
}
