import { useQueryState } from "../base/address.ts";
import { useAnswer } from "../base/data.ts";
import { formatDay } from "../base/format.ts";
import { lastHours } from "../base/span.ts";
import { t } from "../base/words.ts";
import type { Option } from "../kit/form/choice.tsx";
import { sourceKey, SOURCES, STATUSES } from "./api.ts";

const HOURS: Record<string, number> = { hour: 1, day: 24, week: 168, month: 720 };
const NAMES = [
  "status",
  "source",
  "templateId",
  "campaignId",
  "workflowId",
  "contactId",
  "provider",
  "search",
] as const;

interface Named {
  id: string;
  name: string;
}

/** The filters of the list: the query of the call and the chips above the list, both from the address of the page. */
export function useFilter() {
  const [address] = useQueryState();
  const templates = useAnswer("/templates", { query: { view: "list", limit: 100 } }, { topics: ["template"] });
  const campaigns = useAnswer("/campaigns", { query: { view: "list", limit: 100 } });
  const since = address.since ?? "";
  const { until } = address;
  const span = lastHours(HOURS[since]);
  const query = {
    ...Object.fromEntries(NAMES.map((name) => [name, address[name]]).filter(([, value]) => value)),
    ...(since && !span && { startDate: since, ...(until && { endDate: until }) }),
  };
  const chips = [
    {
      name: "status",
      label: t("emails.status"),
      options: STATUSES.map((id) => ({ id, label: t(`status.${id}`) })),
    },
    { name: "source", label: t("emails.source"), options: SOURCES.map((id) => ({ id, label: t(sourceKey(id)) })) },
    { name: "since", label: t("emails.time"), options: times(since, until) },
    {
      name: "templateId",
      label: t("emails.template"),
      options: options(templates.data?.data, address.templateId, t("emails.otherTemplate")),
    },
    {
      name: "campaignId",
      label: t("emails.campaign"),
      options: options(campaigns.data?.data, address.campaignId, t("emails.otherCampaign")),
    },
    chosenOnly("workflowId", t("emails.workflow"), address.workflowId),
    chosenOnly("contactId", t("emails.contact"), address.contactId),
    chosenOnly("provider", t("emails.provider"), address.provider, providerOf(address.provider)),
  ].filter((chip) => chip.options.length > 0);
  const isFiltered = chips.some((chip) => address[chip.name]) || Boolean(address.search);
  return { query, span, chips, isFiltered };
}

/** The spans of time, with the days that a link from another page names. */
function times(since: string, until: string | undefined): Option[] {
  const spans: Option[] = [
    { id: "hour", label: t("emails.since.hour") },
    { id: "day", label: t("emails.since.day") },
    { id: "week", label: t("emails.since.week") },
    { id: "month", label: t("emails.since.month") },
  ];
  return since && !HOURS[since] ? [...spans, { id: since, label: daysOf(since, until) }] : spans;
}

const daysOf = (since: string, until: string | undefined) =>
  until
    ? t("emails.since.days", { from: shown(since), to: shown(until) })
    : t("emails.since.on", { day: shown(since) });

const shown = (moment: string) => (isNaN(Date.parse(moment)) ? moment : formatDay(moment));

/** The things a list can be filtered by, with the chosen one even where it is not among the newest. */
function options(found: Named[] | undefined, chosen: string | undefined, other: string): Option[] {
  const all = (found ?? []).map(({ id, name }) => ({ id, label: name }));
  return chosen && !all.some(({ id }) => id === chosen) ? [...all, { id: chosen, label: other }] : all;
}

/** A filter that only a link from another page sets; here it can be taken away. */
function chosenOnly(name: string, label: string, chosen: string | undefined, words = t("emails.one")) {
  return { name, label, options: chosen ? [{ id: chosen, label: words }] : [] };
}

const providerOf = (provider: string | undefined) => provider === "Others" ? t("emails.otherProviders") : provider;
