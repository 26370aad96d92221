import { useList } from "../base/data.ts";
import { formatDayAndTime, formatNumber } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Count } from "../kit/chart/number.tsx";
import { Skeleton } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { type Step, VISITS, type Whole } from "./api.ts";
import { summaryOf } from "./words.ts";

interface Props {
  workflow: Whole;
  step: Step;
  onEdit: () => void;
  onRemove: () => void;
  onClose: () => void;
}

/** The contacts that wait at a step, since when and until when. */
export function WaitingContacts({ workflow, step, onEdit, onRemove, onClose }: Props) {
  const list = useList(
    "/workflows/{id}/steps/{stepId}/contacts",
    { path: { id: workflow.id, stepId: step.id }, query: { limit: 20 } },
    { topics: [`workflow:${workflow.id}`] },
  );
  const rows = list.rows;
  return (
    <Dialog title={step.name} isOpen size="wide" onClose={onClose}>
      <p className="soft">{summaryOf(step, workflow)}</p>
      {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && !list.error && <Skeleton lines={4} />}
      {list.isSuccess && (
        <p role="status">
          {rows.length === 0 ? t("workflows.nobodyWaits") : (
            <>
              <Count value={list.total} /> {t("workflows.waitingHere", { count: list.total ?? 0 })}
            </>
          )}
        </p>
      )}
      {rows.length > 0 && (
        <ul role="list" className="workflows-waiters" aria-label={t("workflows.waiting")}>
          {rows.map((each) => (
            <li key={each.executionId}>
              <Link to={`workflows/${workflow.id}/executions/${each.executionId}`} className="truncated">
                {each.email ?? t("workflows.contactGone")}
              </Link>
              <span className="small soft">
                {t("workflows.since")} <Time at={each.since} />
              </span>
              <span className="small">
                {each.until
                  ? t(step.type === "DELAY" ? "workflows.goesOn" : "workflows.until", {
                    time: formatDayAndTime(each.until),
                  })
                  : t("workflows.noEnd")}
              </span>
            </li>
          ))}
        </ul>
      )}
      <StepLinks workflow={workflow} step={step} />
      <div className="dialog-actions">
        {list.hasNextPage && (
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t("workflows.more")}
          </Button>
        )}
        {step.type !== "TRIGGER" && (
          <Button variant="danger" icon="trash" onPress={onRemove}>{t("workflows.set.remove")}</Button>
        )}
        <Button icon="edit" onPress={onEdit}>{t("workflows.set.edit")}</Button>
        <Button onPress={onClose}>{t("workflows.close")}</Button>
      </div>
    </Dialog>
  );
}

/** Leads to all executions that visited the step, and to those with one result. */
function StepLinks({ workflow, step }: Pick<Props, "workflow" | "step">) {
  const to = `workflows/${workflow.id}`;
  return (
    <p className="row-wrap small">
      <Link to={to} query={{ tab: "runs", step: step.id }}>{t("workflows.allAtStep")}</Link>
      {VISITS.filter((visit) => (step.stats?.[visit] ?? 0) > 0).map((visit) => (
        <Link key={visit} to={to} query={{ tab: "runs", step: step.id, visit }}>
          {t(`workflows.visit.${visit}`)} ({formatNumber(step.stats![visit])})
        </Link>
      ))}
    </p>
  );
}
