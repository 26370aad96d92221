import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { Note } from "../kit/failure.tsx";
import { Count, Figure, Figures } from "../kit/chart/number.tsx";
import { translate } from "../kit/server-words.ts";
import { Loaded } from "../kit/states.tsx";
import { isOver, type Job } from "./api.ts";
import { RowErrors } from "./row-errors.tsx";

/** An import while it runs and after it; the page may be closed meanwhile. */
export function ImportProgress({ id, onRestart }: { id: string; onRestart: () => void }) {
  const job = useAnswer("/contacts/import/{jobId}", { path: { jobId: id } }, {
    topics: [`job:${id}`],
    // The end brings the rows that failed as well, which are not numbers.
    counts: (answer, counts) => counts.state === "active" ? { ...answer, ...counts } : undefined,
  });
  return <Loaded query={job}>{(job) => <Progress job={job} onRestart={onRestart} />}</Loaded>;
}

function Progress({ job, onRestart }: { job: Job; onRestart: () => void }) {
  const over = isOver(job);
  return (
    <div className="stack">
      {job.state === "failed" && <Note tone="bad">{translate(job.failedReason ?? t("contacts.jobFailed"))}</Note>}
      {job.state === "completed" && <Note tone="good">{t("contacts.importDone")}</Note>}
      {!over && (
        <div className="sheet stack-small">
          <div className="spread">
            <label htmlFor="progress">{t("contacts.importing")}</label>
            <span>{job.progress} %</span>
          </div>
          <progress id="progress" className="contacts-progress" max={100} value={job.progress} />
          <p className="soft small">{t("contacts.mayClose")}</p>
        </div>
      )}
      <Figures>
        <Figure label={t("contacts.rows")}>
          <Count value={job.totalRows || (over ? 0 : null)} />
        </Figure>
        <Figure label={t("contacts.rowsNew")}>
          <Count value={job.createdCount ?? 0} />
        </Figure>
        <Figure label={t("contacts.rowsKnown")}>
          <Count value={job.updatedCount ?? 0} />
        </Figure>
        <Figure label={t("contacts.rowsBad")}>
          <Count value={job.failureCount ?? 0} />
        </Figure>
        <Figure label={t("contacts.rowsOptedOut")} hint={t("contacts.rowsOptedOutHint")}>
          <Count value={job.optedOutCount ?? 0} />
        </Figure>
        <Figure label={t("contacts.rowsSuppressed")}>
          <Count value={job.suppressedCount ?? 0} />
        </Figure>
      </Figures>
      <RowErrors errors={job.errors ?? []} count={job.failureCount ?? 0} />
      {over && (
        <div className="row-wrap">
          <ButtonLink to="contacts" variant="main">{t("contacts.toContacts")}</ButtonLink>
          <Button onPress={onRestart}>{t("contacts.importAgain")}</Button>
        </div>
      )}
    </div>
  );
}
