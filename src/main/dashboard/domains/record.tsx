import { oneOf } from "../base/address.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { CopyButton } from "../kit/copy.tsx";
import { difference } from "./difference.ts";
import type { DnsRecord } from "./domain-types.ts";
import { translate } from "./server-words.ts";

const STATUS_TO_BADGE = {
  valid: { tone: "good", icon: "check" },
  invalid: { tone: "bad", icon: "warning" },
  missing: { tone: "watch", icon: "warning" },
  pending: { tone: "plain", icon: "clock" },
  unknown: { tone: "plain", icon: "question" },
} as const;

const PURPOSES = ["dkim", "return-path", "spf", "dmarc", "tracking"] as const;
const STATUSES = ["valid", "invalid", "missing", "pending", "unknown"] as const;

/** A record to set, to copy part by part; beside it what DNS has, with the difference marked. */
export function RecordCard({ record, domain }: { record: DnsRecord; domain: string }) {
  const status = oneOf(STATUSES, record.status) ?? "unknown";
  const purpose = oneOf(PURPOSES, record.purpose);
  const differs = record.found !== null && record.found !== record.value && record.status !== "valid";
  const short = record.host === domain
    ? "@"
    : record.host.replace(new RegExp(`\\.${domain.replaceAll(".", "\\.")}$`), "");
  return (
    <article className="sheet stack-small">
      <div className="row-wrap">
        <h3>{record.purpose.toUpperCase()}</h3>
        <Badge {...STATUS_TO_BADGE[status]}>{t(`domains.status.${status}`)}</Badge>
        <Badge>{record.required ? t("domains.required") : t("domains.recommended")}</Badge>
      </div>
      <p className="soft">{purpose ? t(`domains.purpose.${purpose}`) : record.description}</p>
      <dl className="domains-record">
        <Part label={t("domains.type")} value={record.type} />
        <Part label={t("domains.name")} value={short} long={record.host} />
        {record.priority !== null && <Part label={t("domains.priority")} value={String(record.priority)} />}
        <Part label={t("domains.value")} value={record.value} against={differs ? record.found! : undefined} />
        {differs && <Found record={record} />}
      </dl>
      {record.problem && (
        <p className="domains-problem">
          {record.status === "missing"
            ? t("domains.missing", { type: record.type, name: record.host })
            : translate(record.problem)}
        </p>
      )}
    </article>
  );
}

interface PartProps {
  label: string;
  value: string;
  /** The name with the zone, which some hosts ask for. */
  long?: string;
  against?: string | undefined;
}

function Part({ label, value, long, against }: PartProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className="domains-value">
          <code>{against === undefined ? value : <Highlighted text={value} other={against} />}</code>
          <CopyButton text={value} label={t("domains.copy", { label })} />
        </span>
        {long && long !== value && (
          <span className="domains-value hint">
            {t("domains.withZone")} <code>{long}</code>
            <CopyButton text={long} label={t("domains.copyLong")} />
          </span>
        )}
      </dd>
    </div>
  );
}

function Found({ record }: { record: DnsRecord }) {
  return (
    <div>
      <dt>{t("domains.found")}</dt>
      <dd>
        <code className="domains-value">
          <Highlighted text={record.found!} other={record.value} />
        </code>
      </dd>
    </div>
  );
}

function Highlighted({ text, other }: { text: string; other: string }) {
  const [before, changed, after] = difference(text, other);
  return <>{before}{changed && <mark className="domains-mark">{changed}</mark>}{after}</>;
}
