import { Link } from "../base/link.tsx";
import { formatNumber } from "../base/format.ts";
import { isKey, t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { translate } from "../kit/server-words.ts";
import { Time } from "../kit/time.tsx";
import type { ListedJob } from "../generated/api.ts";

/** A background job as the API lists it. */
export type { ListedJob };

/** Jobs with their names, progress and results; an import leads to its page. */
export function JobList({ jobs }: { jobs: ListedJob[] }) {
  return (
    <ul role="list" className="sheet-flush">
      {jobs.map((job) => (
        <li key={job.id} className="contacts-job">
          <div className="grow">
            <p>
              {job.kind === "contacts.import"
                ? <Link to="contacts/import" query={{ job: job.id }}>{nameOf(job)}</Link>
                : <strong>{nameOf(job)}</strong>}
            </p>
            <p className="soft small">{job.reason ? translate(job.reason) : countsOf(job)}</p>
          </div>
          <span className="contacts-job-state">
            {isRunning(job) ? <Progress job={job} /> : <Status value={job.status.toUpperCase()} />}
          </span>
          <span className="soft small contacts-job-time">
            <Time at={job.createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Progress({ job }: { job: ListedJob }) {
  return (
    <>
      <progress className="contacts-progress" aria-label={nameOf(job)} max={100} value={job.progress} />
      <span className="small">{job.progress} %</span>
    </>
  );
}

const isRunning = ({ status }: ListedJob) => status === "active" || status === "delayed";

function nameOf({ kind, counters }: ListedJob): string {
  const key = kind === "contacts.bulk" ? `contacts.job.${counters.operation ?? "bulk"}` : `contacts.job.${kind}`;
  return isKey(key) ? t(key) : kind;
}

/** The results so far; a job that has not begun has none. */
function countsOf({ kind, counters }: ListedJob): string {
  const number = (name: string) => Number(counters[name] ?? 0);
  const counted = kind === "contacts.import"
    ? ["createdCount", "updatedCount", "failureCount"] as const
    : ["successCount", "unchangedCount", "failureCount"] as const;
  if (!counted.some((name) => name in counters)) return t("contacts.jobNotBegun");
  return counted.filter((name, at) => at === 0 || number(name) > 0)
    .map((name) => t(`contacts.counted.${name}`, { count: number(name), number: formatNumber(number(name)) }))
    .join(" · ");
}
