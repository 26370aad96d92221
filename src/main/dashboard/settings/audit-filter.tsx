import { useQueryState } from "../base/address.ts";
import { useAnswer } from "../base/data.ts";
import { timeZone } from "../base/format.ts";
import { useProject } from "../base/project.ts";
import { lastHours } from "../base/span.ts";
import { isKey, t } from "../base/words.ts";
import { momentOf } from "../base/zone.ts";
import { Field } from "../kit/form/field.tsx";

const HOURS: Record<string, number> = { day: 24, week: 168, month: 720, quarter: 2160 };
const CUSTOM = "own";

/** Kinds of callers that act without being a user. */
const CALLERS = ["SECRET_KEY", "SYSTEM"] as const;

const ACTIONS = [
  "key.created",
  "key.revoked",
  "keys.rotated",
  "member.invited",
  "member.joined",
  "member.changed",
  "member.removed",
  "member.left",
  "invitation.withdrawn",
  "invitation.declined",
  "domain.added",
  "domain.removed",
  "domain.verified",
  "domain.unverified",
  "domain.key.added",
  "domain.key.replaced",
  "project.created",
  "project.changed",
  "project.suspended",
  "project.reopened",
  "project.appealed",
  "project.transferred",
  "project.reset",
  "webhook.secret.rotated",
  "contacts.resubscribed",
  "mail.paused",
  "mail.resumed",
  "billing.subscribed",
  "billing.unsubscribed",
  "billing.limits_changed",
  "billing.checkout_started",
  "billing.portal_opened",
  "billing.subscription_refused",
];

/** The words for an act; one that has none is shown by its name. */
export function actionWord(action: string): string {
  const key = `settings.audit.${action}`;
  return isKey(key) ? t(key) : action;
}

/** The filters of the log: the query of the call and the chips above the list, both from the address of the page. */
export function useAuditFilter() {
  const [{ actor, action, search, since = "", from, to }] = useQueryState();
  const id = useProject() ?? "";
  const members = useAnswer("/projects/{id}/members", { path: { id } }, { topics: ["member"] });
  const span = lastHours(HOURS[since]);
  const startDate = since === CUSTOM && from ? dayAt(from, 0) : undefined;
  const endDate = since === CUSTOM && to ? dayAt(to, 1) : undefined;
  const query = Object.fromEntries(
    Object.entries({ actor, action, target: search, startDate, endDate }).filter(([, value]) => value),
  );
  const emails = (members.data?.data ?? []).map(({ email }) => email);
  const chips = [
    { name: "actor", label: t("settings.audit.who"), options: actors(emails, actor) },
    {
      name: "action",
      label: t("settings.audit.what"),
      options: ACTIONS.map((each) => ({ id: each, label: actionWord(each) })),
    },
    {
      name: "since",
      label: t("settings.audit.when"),
      options: [...Object.keys(HOURS), CUSTOM].map((each) => ({
        id: each,
        label: t(`settings.audit.since.${each as "own"}`),
      })),
    },
  ];
  return { query, span, chips, isFiltered: Object.keys(query).length > 0 || span !== undefined };
}

/** The members and the other callers; whoever a link names is among them, too. */
function actors(emails: string[], chosen: string | undefined) {
  const left = chosen && ![...emails, ...CALLERS].includes(chosen) ? [chosen] : [];
  return [
    ...[...emails, ...left].map((email) => ({ id: email, label: email })),
    ...CALLERS.map((id) => ({ id, label: t(`settings.caller.${id}`) })),
  ];
}

/** The beginning of a day in the user's time zone, or of one some days later. */
function dayAt(day: string, days: number): string {
  const date = new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  return momentOf(`${date}T00:00`, timeZone()).toISOString();
}

/** The first and the last day of a span of one's own. */
export function CustomSpan() {
  const [{ since, from = "", to = "" }, setQuery] = useQueryState();
  if (since !== CUSTOM) return null;
  return (
    <div className="row-wrap settings-span" role="group" aria-label={t("settings.audit.since.own")}>
      <Field
        label={t("settings.audit.from")}
        type="date"
        value={from}
        onChange={(day) => setQuery({ from: day })}
      />
      <Field
        label={t("settings.audit.to")}
        type="date"
        value={to}
        onChange={(day) => setQuery({ to: day })}
        isInvalid={from !== "" && to !== "" && to < from}
      />
    </div>
  );
}
