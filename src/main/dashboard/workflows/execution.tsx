import { Page } from "../app/page.tsx";
import { useAnswer } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { Note } from "../kit/failure.tsx";
import { translate } from "../kit/server-words.ts";
import { Loaded } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { Cancel } from "./cancel.tsx";
import { Visits } from "./visits.tsx";

/** The execution of a workflow for one contact. */
export default function ExecutionPage({ params }: PageProps) {
  const id = params.id!;
  const executionId = params.execution!;
  const answer = useAnswer("/workflows/{id}/executions/{executionId}", { path: { id, executionId } }, {
    topics: [`execution:${executionId}`, `workflow:${id}`],
  });
  const execution = answer.data;
  const isShown = execution?.id === executionId;
  return (
    <Page
      title={isShown ? execution.contact?.email ?? t("workflows.contactGone") : t("workflows.run")}
      above={{
        label: isShown ? execution.workflow.name : t("app.page.workflow"),
        to: `workflows/${id}?tab=runs`,
      }}
      about={isShown && (
        <span className="row-wrap">
          <Status value={execution.status} />
          <span>
            {t("workflows.startedAt")} <Time at={execution.startedAt} />
          </span>
          {execution.contact && <Link to={`contacts/${execution.contact.id}`}>{t("workflows.openContact")}</Link>}
        </span>
      )}
      actions={isShown && <Cancel execution={execution} />}
    >
      <Loaded query={isShown ? answer : { ...answer, data: undefined }} lines={8}>
        {() => (
          <div className="stack">
            {execution!.error && <Note tone="bad">{translate(execution!.error)}</Note>}
            {execution!.exitReason && <Note>{t("workflows.exitReason", { reason: execution!.exitReason })}</Note>}
            <section className="sheet stack" aria-labelledby="workflows-story">
              <h2 id="workflows-story">{t("workflows.story")}</h2>
              {execution!.stepExecutions.length === 0
                ? <p className="soft">{t("workflows.noVisits")}</p>
                : <Visits visits={execution!.stepExecutions} />}
            </section>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
