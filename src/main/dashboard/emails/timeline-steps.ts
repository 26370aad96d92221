import { recordOf, textsOf } from "../base/json.ts";
import { formatDayAndTime } from "../base/format.ts";
import { type Key, t } from "../base/words.ts";
import type { IconName } from "../kit/icon-names.ts";
import { reasonText } from "../reasons/reason.ts";
import type { Tone } from "../kit/statuses.ts";
import { type Attempt, attemptId, type Detail, type EmailEvent, nextTryOf } from "./api.ts";

/** One thing that happened to an email. */
export interface Step {
  id: string;
  /** Absent for what has not happened or is not known. */
  at: string | undefined;
  title: string;
  tone: Tone;
  icon: IconName;
  /** One sentence about it. */
  about?: string | undefined;
  /** The reply of a mail server, in full. */
  reply?: string | undefined;
  link?: string | undefined;
}

const EVENTS: Record<string, { key: Key; tone: Tone; icon: IconName }> = {
  "email.sent": { key: "emails.story.sent", tone: "good", icon: "send" },
  "email.delivery": { key: "emails.story.delivered", tone: "good", icon: "check" },
  "email.open": { key: "emails.story.opened", tone: "good", icon: "eye" },
  "email.click": { key: "emails.story.clicked", tone: "good", icon: "click" },
  "email.bounce": { key: "emails.story.bounced", tone: "bad", icon: "bounce" },
  "email.complaint": { key: "emails.story.complained", tone: "bad", icon: "warning" },
  "email.delay": { key: "emails.story.delayed", tone: "watch", icon: "clock" },
  "email.delayed": { key: "emails.story.delayed", tone: "watch", icon: "clock" },
  "email.cancelled": { key: "emails.story.cancelled", tone: "plain", icon: "stop" },
  "email.received": { key: "emails.story.received", tone: "info", icon: "mailbox" },
  "contact.unsubscribed": { key: "emails.story.unsubscribed", tone: "watch", icon: "minus" },
};

/** All that is known about an email in the order it happened, and at the end what is not known yet. */
export function timelineOf(email: Detail): Step[] {
  const eventNames = new Set(email.events.map((event) => event.name));
  const steps = [
    accepted(email),
    ...email.attempts.filter((attempt) => attempt.outcome !== "SENT" || !eventNames.has("email.sent")).map(attempted),
    ...email.events.map((event) => eventStep(event, email)),
    ...timestampSteps(email, eventNames),
  ];
  const order = (step: Step) => new Date(step.at ?? 0).getTime();
  return [...steps.sort((one, other) => order(one) - order(other)), ...open(email)];
}

function accepted({ sourceType, createdAt: at }: Detail): Step {
  return sourceType === "INBOUND"
    ? { id: "in", at, title: t("emails.story.received"), tone: "info", icon: "mailbox" }
    : { id: "in", at, title: t("emails.story.accepted"), tone: "plain", icon: "email" };
}

function attempted(attempt: Attempt): Step {
  const isOver = attempt.outcome === "BOUNCED" || attempt.outcome === "FAILED";
  return {
    id: attemptId(attempt),
    at: attempt.createdAt,
    title: t("emails.story.attempt", { number: attempt.attempt, outcome: outcomeOf(attempt) }),
    tone: attempt.outcome === "SENT" ? "good" : isOver ? "bad" : "watch",
    icon: attempt.outcome === "SENT" ? "send" : isOver ? "warning" : "refresh",
    about: t(`emails.stage.${attempt.stage}` as Key),
    reply: attempt.reply ?? undefined,
  };
}

const outcomeOf = ({ outcome }: Attempt) => t(`emails.outcome.${outcome}` as Key);

function eventStep({ id, name, data: details, createdAt }: EmailEvent, email: Detail): Step {
  const [data, known] = [recordOf(details), EVENTS[name]];
  const isSoft = name === "email.bounce" && data.transientBounce === true;
  const { reason, link } = textsOf(data);
  const reply = name === "email.sent" ? email.reply : name === "email.bounce" ? reason ?? email.error : reason;
  const isRepeated = email.attempts.some((attempt) => attempt.reply === reply);
  return {
    id,
    at: momentOf(data) ?? createdAt,
    title: isSoft ? t("emails.story.softBounced") : known ? t(known.key) : name,
    tone: isSoft ? "watch" : known?.tone ?? "plain",
    icon: known?.icon ?? "event",
    about: aboutOf(name, data),
    reply: isRepeated || name.startsWith("contact.") ? undefined : reply ?? undefined,
    link: link || undefined,
  };
}

/** The moment a report names, which may be long before it came. */
function momentOf(data: Record<string, unknown>): string | undefined {
  const names = ["sentAt", "deliveredAt", "openedAt", "clickedAt", "bouncedAt", "complainedAt", "delayedAt"];
  const texts = textsOf(data);
  const moment = names.map((name) => texts[name]).find((text) => text !== undefined);
  return moment && !isNaN(Date.parse(moment)) ? moment : undefined;
}

function aboutOf(name: string, data: Record<string, unknown>): string | undefined {
  if (name === "email.open") return t("emails.story.openNumber", { number: Number(data.opens ?? 1) });
  if (name === "email.click") return t("emails.story.clickNumber", { number: Number(data.clicks ?? 1) });
  if (name === "email.complaint" && data.complaintType) return String(data.complaintType);
  return undefined;
}

/** The steps of the timestamps of an email that have no event: events are kept for a shorter time than emails. */
function timestampSteps(email: Detail, eventNames: Set<string>): Step[] {
  const timestamps: [string, string | null][] = [
    ["email.sent", email.sentAt],
    ["email.delivery", email.deliveredAt],
    ["email.open", email.openedAt],
    ["email.click", email.clickedAt],
    ["email.bounce", email.bouncedAt],
    ["email.complaint", email.complainedAt],
  ];
  return timestamps.filter(([name, at]) => at !== null && !eventNames.has(name)).map(([name, at]) =>
    eventStep({ id: name, name, data: null, createdAt: at! }, email)
  );
}

/** The last step, where no event has ended the timeline. */
function open(email: Detail): Step[] {
  const end = (id: string, title: string, tone: Tone, icon: IconName, about?: string, reply?: string | null) => [
    { id, at: undefined, title, tone, icon, about, reply: reply ?? undefined },
  ];
  if (email.status === "SUPPRESSED") {
    const about = t(`emails.story.${email.reasonCode === "UNSUBSCRIBED" ? "unsubscribed" : "suppressed"}Text`);
    return end("end", t("emails.story.suppressed"), "watch", "block", about);
  }
  if (email.status === "FAILED") {
    const about = email.reasonCode ? reasonText(email.reasonCode, email.error) : undefined;
    return end("end", t("emails.story.failed"), "bad", "warning", about, email.reasonCode ? null : email.error);
  }
  if (email.status === "CANCELLED" && email.reasonCode !== "EMAIL_CANCELLED") {
    return end("end", t("emails.story.cancelled"), "plain", "stop", reasonText(email.reasonCode, email.error));
  }
  if (email.status === "PENDING" || email.status === "SENDING") {
    const isLater = email.scheduledAt !== null && new Date(email.scheduledAt).getTime() > Date.now();
    if (isLater) return end("end", t("emails.story.scheduled"), "info", "calendar");
    const reply = email.attempts.length ? null : email.reply;
    const next = nextTryOf(email);
    const title = next ? t("emails.story.again") : t("emails.story.waiting");
    const about = next && t("emails.nextTry", { time: formatDayAndTime(next) });
    return end("end", title, "info", "clock", about, reply);
  }
  if (email.status === "SENT" && email.deliveredAt === null) {
    return end("end", t("emails.story.unknown"), "plain", "question", t("emails.story.unknownText"));
  }
  return [];
}
