import { useEffect, useState } from "react";
import { refresh, useAnswer, useChange } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { type Key, t } from "../base/words.ts";
import type { Group } from "../conditions/filter.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { translate } from "../kit/server-words.ts";
import { showFailure, showToast } from "../kit/toast.tsx";
import { isOver } from "./api.ts";

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

/** The contacts that the list finds. */
export interface Found {
  filter: { search?: string; subscribed?: boolean; condition?: Group };
  total: number;
}

interface Props {
  ids: ReadonlySet<string>;
  /** Set when all that the list finds are selected, of which ids are those that were loaded. */
  all: Found | undefined;
  /** Set when all that were loaded are selected, and there are more. */
  more: Found | undefined;
  onAll: () => void;
  onDone: () => void;
}

/** The number of contacts that one request may name. */
const MAX_NAMED = 1000;

/** Acts on the contacts that are selected; each runs as a job whose end is shown. */
export function BulkBar({ ids, all, more, onAll, onDone }: Props) {
  const [dialog, setDialog] = useState<Act>();
  const [job, setJob] = useState<string>();
  const done = ({ jobId }: { jobId: string }) => {
    setJob(jobId);
    setDialog(undefined);
    onDone();
  };
  const acts = {
    subscribe: useChange("post", "/contacts/bulk-subscribe", { refreshes: ["/contacts/bulk"], onDone: done }),
    unsubscribe: useChange("post", "/contacts/bulk-unsubscribe", { refreshes: ["/contacts/bulk"], onDone: done }),
    delete: useChange("post", "/contacts/bulk-delete", { refreshes: ["/contacts/bulk"], onDone: done }),
  };
  const act = dialog && acts[dialog];
  const count = all ? all.total : ids.size;
  const isTooMany = !all && ids.size > MAX_NAMED;
  const body = all ? { mode: "query" as const, filter: selectionOf(all) } : { contactIds: [...ids] };
  return (
    <>
      {job && <JobEnd id={job} key={job} />}
      {ids.size > 0 && (
        <div className="contacts-bulk" role="region" aria-label={selectedWord(count, all)}>
          <strong role="status">{selectedWord(count, all)}</strong>
          {more && <Button variant="quiet" onPress={onAll}>{allWord(more)}</Button>}
          {isTooMany && <span className="soft">{t("contacts.tooManySelected")}</span>}
          <Button isDisabled={isTooMany} onPress={() => setDialog("subscribe")}>{t("contacts.subscribe")}</Button>
          <Button isDisabled={isTooMany} onPress={() => setDialog("unsubscribe")}>{t("contacts.unsubscribe")}</Button>
          <Button isDisabled={isTooMany} variant="danger" icon="trash" onPress={() => setDialog("delete")}>
            {t("contacts.delete")}
          </Button>
          <Button variant="quiet" icon="close" aria-label={t("contacts.deselect")} onPress={onDone} />
        </div>
      )}
      <Confirm
        title={dialog ? t(LABEL[dialog]) : ""}
        action={dialog ? t(LABEL[dialog]) : ""}
        isOpen={dialog !== undefined}
        isDanger={dialog === "delete"}
        isPending={act?.isPending ?? false}
        error={act?.error ?? null}
        onClose={() => setDialog(undefined)}
        onConfirm={() => act?.mutate({ body })}
      >
        {dialog && <p>{t(ABOUT[dialog], { count })}</p>}
      </Confirm>
    </>
  );
}

/** The selection as the API takes it, whose condition is an object of JSON. */
const selectionOf = ({ filter: { condition, ...rest } }: Found) =>
  condition ? { ...rest, condition: { ...condition } } : rest;

const isFiltered = ({ filter }: Found) => Object.keys(filter).length > 0;

const allWord = (found: Found) =>
  t(isFiltered(found) ? "contacts.selectMatching" : "contacts.selectAll", { count: found.total });

const selectedWord = (count: number, all: Found | undefined) =>
  t(all ? isFiltered(all) ? "contacts.selectedMatching" : "contacts.selectedAll" : "contacts.selected", { count });

/** Shows the end of a job once, and requests the lists again. */
function JobEnd({ id }: { id: string }) {
  const query = useAnswer("/contacts/bulk/{jobId}", { path: { jobId: id } }, {
    topics: [`job:${id}`],
    counts: (answer, counts) => counts.state === "active" ? { ...answer, ...counts } : undefined,
  });
  const job = query.data;
  useEffect(() => {
    if (!isOver(job)) return;
    if (job?.state === "failed") showFailure(translate(job.failedReason ?? t("contacts.jobFailed")));
    else showToast(t("contacts.bulkDone", { count: Number(job?.successCount ?? 0) }));
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
