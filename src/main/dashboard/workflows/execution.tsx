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

/** One contact's way through a workflow. */
export default function ExecutionPage({ params }: PageProps) {
  const id = params.id!;
  const executionId = params.execution!;
  const answer = useAnswer("/workflows/{id}/executions/{executionId}", { path: { id, executionId } }, {
    topics: [`execution:${executionId}`, `workflow:${id}`],
  });
  const story = answer.data;
  const isShown = story?.id === executionId;
  return (
    <Page
      title={isShown ? story.contact?.email ?? t("workflows.contactGone") : t("workflows.run")}
      above={{
        label: isShown ? story.workflow.name : t("app.page.workflow"),
        to: `workflows/${id}?tab=runs`,
      }}
      about={isShown && (
        <span className="row-wrap">
          <Status value={story.status} />
          <span>
            {t("workflows.startedAt")} <Time at={story.startedAt} />
          </span>
          {story.contact && <Link to={`contacts/${story.contact.id}`}>{t("workflows.openContact")}</Link>}
        </span>
      )}
      actions={isShown && <Cancel execution={story} />}
    >
      <Loaded query={isShown ? answer : { ...answer, data: undefined }} lines={8}>
        {() => (
          <div className="stack">
            {story!.error && <Note tone="bad">{translate(story!.error)}</Note>}
            {story!.exitReason && <Note>{t("workflows.exitReason", { reason: story!.exitReason })}</Note>}
            <section className="sheet stack" aria-labelledby="workflows-story">
              <h2 id="workflows-story">{t("workflows.story")}</h2>
              {story!.stepExecutions.length === 0
                ? <p className="soft">{t("workflows.noVisits")}</p>
                : <Visits visits={story!.stepExecutions} />}
            </section>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
