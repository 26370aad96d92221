import { useEffect, useState } from "react";
import { refresh, useAnswer, useChange } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { type Key, t } from "../base/words.ts";
import { Button } from "../kit/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { say, sayFailure } from "../kit/toast.tsx";
import { isOver, type Job } from "./api.ts";

type Act = "subscribe" | "unsubscribe" | "delete";

/** Says what the act does, and to how many. */
const ABOUT: Record<Act, Key> = {
  subscribe: "contacts.bulkSubscribeText",
  unsubscribe: "contacts.bulkUnsubscribeText",
  delete: "contacts.bulkDeleteText",
};
const LABEL: Record<Act, Key> = {
  subscribe: "contacts.subscribe",
  unsubscribe: "contacts.unsubscribe",
  delete: "contacts.delete",
};

/** Acts on the contacts that are selected; each runs as a job whose end is told. */
export function BulkBar({ ids, onDone }: { ids: ReadonlySet<string>; onDone: () => void }) {
  const [asked, ask] = useState<Act>();
  const [job, setJob] = useState<string>();
  const done = ({ jobId }: { jobId: string }) => {
    setJob(jobId);
    ask(undefined);
    onDone();
  };
  const acts = {
    subscribe: useChange("post", "/contacts/bulk-subscribe", { refreshes: ["/contacts/bulk"], onDone: done }),
    unsubscribe: useChange("post", "/contacts/bulk-unsubscribe", { refreshes: ["/contacts/bulk"], onDone: done }),
    delete: useChange("post", "/contacts/bulk-delete", { refreshes: ["/contacts/bulk"], onDone: done }),
  };
  const act = asked && acts[asked];
  return (
    <>
      {job && <JobEnd id={job} key={job} />}
      {ids.size > 0 && (
        <div className="contacts-bulk" role="region" aria-label={t("contacts.selected", { count: ids.size })}>
          <strong>{t("contacts.selected", { count: ids.size })}</strong>
          <Button
            onPress={() =>
              ask("subscribe")}
          >
            {t("contacts.subscribe")}
          </Button>
          <Button
            onPress={() =>
              ask("unsubscribe")}
          >
            {t("contacts.unsubscribe")}
          </Button>
          <Button
            look="danger"
            icon="trash"
            onPress={() =>
              ask("delete")}
          >
            {t("contacts.delete")}
          </Button>
          <Button look="quiet" icon="close" aria-label={t("contacts.deselect")} onPress={onDone} />
        </div>
      )}
      <Confirm
        title={asked ? t(LABEL[asked]) : ""}
        action={asked ? t(LABEL[asked]) : ""}
        isOpen={asked !== undefined}
        isDanger={asked === "delete"}
        isPending={act?.isPending ?? false}
        error={act?.error ?? null}
        onClose={() => ask(undefined)}
        onConfirm={() => act?.mutate({ body: { contactIds: [...ids] } as never })}
      >
        {asked && <p>{t(ABOUT[asked], { count: ids.size })}</p>}
      </Confirm>
    </>
  );
}

/** Tells the end of a job once, and asks for the lists again. */
function JobEnd({ id }: { id: string }) {
  const query = useAnswer("/contacts/bulk/{jobId}", { path: { jobId: id } }, {
    topics: [`job:${id}`],
    counts: (answer, counts) => counts.state === "active" ? { ...answer, ...counts } as typeof answer : undefined,
  });
  const job = query.data as Job | undefined;
  useEffect(() => {
    if (!isOver(job)) return;
    if (job?.state === "failed") sayFailure(job.failedReason ?? t("contacts.jobFailed"));
    else say(t("contacts.bulkDone", { count: job?.successCount ?? 0 }));
    void refresh("/contacts");
  }, [job?.state]);
  if (isOver(job)) return null;
  return (
    <p className="small soft row-wrap" role="status">
      {t("contacts.workingAt", { progress: job?.progress ?? 0 })}
      <Link to="contacts/jobs">{t("contacts.allJobs")}</Link>
    </p>
  );
}
