import { Page } from "../app/page.tsx";
import { oneOf, useQueryState } from "../base/address.ts";
import { useAnswer, useList } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { JobList } from "./job-list.tsx";

const STATUSES = ["waiting", "active", "delayed", "completed", "failed"] as const;

/** All imports and actions on many contacts, whoever began them and whether or not their page is still open. */
export default function Jobs() {
  const [{ kind, status }] = useQueryState();
  const list = useList("/jobs", { query: { kind, status: oneOf(STATUSES, status), limit: 50 } }, { topics: ["job"] });
  const isEmpty = list.isSuccess && list.rows.length === 0;
  return (
    <Page title={t("app.page.jobs")} above={{ label: t("app.page.contacts"), to: "contacts" }}>
      <div>
        <Filters
          isFeed
          total={list.total}
          chips={[
            {
              name: "kind",
              label: t("contacts.jobKind"),
              options: [
                { id: "contacts.import", label: t("contacts.job.contacts.import") },
                { id: "contacts.bulk", label: t("contacts.job.bulk") },
              ],
            },
            {
              name: "status",
              label: t("contacts.status"),
              options: STATUSES.map((id) => ({ id, label: t(`contacts.jobStatus.${id}`) })),
            },
          ]}
        />
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && !list.error && <Skeleton lines={6} />}
        {isEmpty && (
          <Empty
            icon={kind || status ? "search" : "upload"}
            title={kind || status ? t("contacts.noJobsFound") : t("contacts.noJobs")}
            action={<ButtonLink to="contacts/import" icon="upload">{t("contacts.import")}</ButtonLink>}
          >
            <p>{t("contacts.noJobsText")}</p>
          </Empty>
        )}
        {list.rows.length > 0 && <JobList jobs={list.rows} />}
        {list.hasNextPage && (
          <p className="contacts-more">
            <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
              {t("contacts.earlier")}
            </Button>
          </p>
        )}
      </div>
    </Page>
  );
}

const RECENT = 5;

/** The last jobs, where a new one is begun. */
export function RecentJobs() {
  const recent = useAnswer("/jobs", { query: { limit: RECENT } }, { topics: ["job"] });
  const jobs = recent.data?.data ?? [];
  if (jobs.length === 0) return null;
  return (
    <section className="stack-small" aria-labelledby="recent">
      <div className="spread">
        <h2 id="recent">{t("contacts.recentJobs")}</h2>
        <Link to="contacts/jobs">{t("contacts.allJobs")}</Link>
      </div>
      <JobList jobs={jobs} />
    </section>
  );
}
