import { recordOf, textsOf } from "../base/json.ts";
import { formatDayAndTime } from "../base/format.ts";
import { type Key, t } from "../base/words.ts";
import type { IconName } from "../kit/icon-names.ts";
import { reasonText } from "../reasons/reason.ts";
import type { Tone } from "../kit/statuses.ts";
import { type Attempt, attemptId, type Detail, type MessageEvent, nextTryOf } from "./mail.ts";

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
  "email.sent": { key: "messages.story.sent", tone: "good", icon: "send" },
  "email.delivery": { key: "messages.story.delivered", tone: "good", icon: "check" },
  "email.open": { key: "messages.story.opened", tone: "good", icon: "eye" },
  "email.click": { key: "messages.story.clicked", tone: "good", icon: "click" },
  "email.bounce": { key: "messages.story.bounced", tone: "bad", icon: "bounce" },
  "email.complaint": { key: "messages.story.complained", tone: "bad", icon: "warning" },
  "email.delay": { key: "messages.story.delayed", tone: "watch", icon: "clock" },
  "email.delayed": { key: "messages.story.delayed", tone: "watch", icon: "clock" },
  "email.cancelled": { key: "messages.story.cancelled", tone: "plain", icon: "stop" },
  "email.received": { key: "messages.story.received", tone: "info", icon: "mailbox" },
  "contact.unsubscribed": { key: "messages.story.unsubscribed", tone: "watch", icon: "minus" },
};

/** All that is known about an email in the order it happened, and at the end what is not known yet. */
export function timelineOf(mail: Detail): Step[] {
  const eventNames = new Set(mail.events.map((event) => event.name));
  const steps = [
    accepted(mail),
    ...mail.attempts.filter((attempt) => attempt.outcome !== "SENT" || !eventNames.has("email.sent")).map(attempted),
    ...mail.events.map((event) => eventStep(event, mail)),
    ...timestampSteps(mail, eventNames),
  ];
  const order = (step: Step) => new Date(step.at ?? 0).getTime();
  return [...steps.sort((one, other) => order(one) - order(other)), ...open(mail)];
}

function accepted({ sourceType, createdAt: at }: Detail): Step {
  return sourceType === "INBOUND"
    ? { id: "in", at, title: t("messages.story.received"), tone: "info", icon: "mailbox" }
    : { id: "in", at, title: t("messages.story.accepted"), tone: "plain", icon: "mail" };
}

function attempted(attempt: Attempt): Step {
  const isOver = attempt.outcome === "BOUNCED" || attempt.outcome === "FAILED";
  return {
    id: attemptId(attempt),
    at: attempt.createdAt,
    title: t("messages.story.attempt", { number: attempt.attempt, outcome: outcomeOf(attempt) }),
    tone: attempt.outcome === "SENT" ? "good" : isOver ? "bad" : "watch",
    icon: attempt.outcome === "SENT" ? "send" : isOver ? "warning" : "refresh",
    about: t(`messages.stage.${attempt.stage}` as Key),
    reply: attempt.reply ?? undefined,
  };
}

const outcomeOf = ({ outcome }: Attempt) => t(`messages.outcome.${outcome}` as Key);

function eventStep({ id, name, data: details, createdAt }: MessageEvent, mail: Detail): Step {
  const [data, known] = [recordOf(details), EVENTS[name]];
  const isSoft = name === "email.bounce" && data.transientBounce === true;
  const { reason, link } = textsOf(data);
  const reply = name === "email.sent" ? mail.reply : name === "email.bounce" ? reason ?? mail.error : reason;
  const isRepeated = mail.attempts.some((attempt) => attempt.reply === reply);
  return {
    id,
    at: momentOf(data) ?? createdAt,
    title: isSoft ? t("messages.story.softBounced") : known ? t(known.key) : name,
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
  if (name === "email.open") return t("messages.story.openNumber", { number: Number(data.opens ?? 1) });
  if (name === "email.click") return t("messages.story.clickNumber", { number: Number(data.clicks ?? 1) });
  if (name === "email.complaint" && data.complaintType) return String(data.complaintType);
  return undefined;
}

/** The steps of the timestamps of an email that have no event: events are kept for a shorter time than emails. */
function timestampSteps(mail: Detail, eventNames: Set<string>): Step[] {
  const timestamps: [string, string | null][] = [
    ["email.sent", mail.sentAt],
    ["email.delivery", mail.deliveredAt],
    ["email.open", mail.openedAt],
    ["email.click", mail.clickedAt],
    ["email.bounce", mail.bouncedAt],
    ["email.complaint", mail.complainedAt],
  ];
  return timestamps.filter(([name, at]) => at !== null && !eventNames.has(name)).map(([name, at]) =>
    eventStep({ id: name, name, data: null, createdAt: at! }, mail)
  );
}

/** The last step, where no event has ended the timeline. */
function open(mail: Detail): Step[] {
  const end = (id: string, title: string, tone: Tone, icon: IconName, about?: string, reply?: string | null) => [
    { id, at: undefined, title, tone, icon, about, reply: reply ?? undefined },
  ];
  if (mail.status === "SUPPRESSED") {
    const about = t(`messages.story.${mail.reasonCode === "UNSUBSCRIBED" ? "unsubscribed" : "suppressed"}Text`);
    return end("end", t("messages.story.suppressed"), "watch", "block", about);
  }
  if (mail.status === "FAILED") {
    const about = mail.reasonCode ? reasonText(mail.reasonCode, mail.error) : undefined;
    return end("end", t("messages.story.failed"), "bad", "warning", about, mail.reasonCode ? null : mail.error);
  }
  if (mail.status === "CANCELLED" && mail.reasonCode !== "EMAIL_CANCELLED") {
    return end("end", t("messages.story.cancelled"), "plain", "stop", reasonText(mail.reasonCode, mail.error));
  }
  if (mail.status === "PENDING" || mail.status === "SENDING") {
    const isLater = mail.scheduledAt !== null && new Date(mail.scheduledAt).getTime() > Date.now();
    if (isLater) return end("end", t("messages.story.scheduled"), "info", "calendar");
    const reply = mail.attempts.length ? null : mail.reply;
    const next = nextTryOf(mail);
    const title = next ? t("messages.story.again") : t("messages.story.waiting");
    const about = next && t("messages.nextTry", { time: formatDayAndTime(next) });
    return end("end", title, "info", "clock", about, reply);
  }
  if (mail.status === "SENT" && mail.deliveredAt === null) {
    return end("end", t("messages.story.unknown"), "plain", "question", t("messages.story.unknownText"));
  }
  return [];
}
