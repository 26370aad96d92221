import { Page } from "../app/page.tsx";
import { useQueryState } from "../base/address.ts";
import { useAnswer } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { Note } from "../kit/failure.tsx";
import { Count, Figure, Figures } from "../kit/chart/number.tsx";
import { loadable, Loaded, Skeleton } from "../kit/states.tsx";
import { Tabs } from "../kit/tabs.tsx";
import { withWriting } from "../writing/load.ts";
import { Actions } from "./actions.tsx";
import type { StepStats, WholeWorkflow } from "../generated/api.ts";
import { activeCount, done, type Whole } from "./api.ts";
import { Executions } from "./executions.tsx";
import { Graph } from "./graph.tsx";
import { Problems } from "./problems.tsx";
import { Simulate } from "./simulate.tsx";
import { Toggle } from "./toggle.tsx";
import { Versions } from "./versions.tsx";
import { triggerOf } from "./words.ts";

const Code = loadable(() => withWriting(import("./edit/code.tsx")), <Skeleton lines={8} />);
const Settings = loadable(() => import("./edit/settings.tsx"), <Skeleton lines={6} />);

/** One workflow: its steps with how many are at each, and everybody who went through it. */
export default function WorkflowPage({ params }: PageProps) {
  const id = params.id!;
  const answer = useAnswer("/workflows/{id}", { path: { id } }, {
    topics: [`workflow:${id}`],
    counts: counted,
  });
  const workflow = answer.data;
  const isShown = workflow?.id === id;
  return (
    <Page
      title={isShown ? workflow.name : t("app.page.workflow")}
      above={{ label: t("app.page.workflows"), to: "workflows" }}
      about={isShown && (
        <span className="row-wrap">
          <Status value={workflow.enabled ? "ENABLED" : "DISABLED"} />
          <span>{triggerOf(workflow)}</span>
        </span>
      )}
      actions={isShown && (
        <>
          <Actions workflow={workflow} />
          <Toggle workflow={workflow} />
        </>
      )}
    >
      <Loaded query={isShown ? answer : { ...answer, data: undefined }} lines={8}>
        {() => <Content workflow={workflow!} />}
      </Loaded>
    </Page>
  );
}

/** The numbers that a change of a workflow brings. */
interface Counts {
  draftVersion: number;
  stats: WholeWorkflow["stats"];
  steps: Record<string, StepStats>;
}

/** The workflow with new numbers; of another version there is more to read. */
function counted(workflow: WholeWorkflow, counts: Partial<Counts>): WholeWorkflow | undefined {
  const { draftVersion, stats, steps } = counts;
  if (workflow.draftVersion !== draftVersion || !stats || !steps) return undefined;
  return {
    ...workflow,
    stats,
    steps: workflow.steps.map((step) => ({ ...step, stats: steps[step.id] ?? step.stats })),
  };
}

function Content({ workflow }: { workflow: Whole }) {
  const [{ tab }] = useQueryState();
  const { stats, problems } = workflow;
  const isBroken = problems.some((each) => each.severity === "ERROR");
  return (
    <div className="stack">
      {workflow.description && <p className="soft">{workflow.description}</p>}
      {problems.length > 0 && tab !== "code" && (
        <Note tone={isBroken ? "bad" : "watch"}>
          {isBroken && workflow.enabled && <p>{t("workflows.code.notLive")}</p>}
          <Problems workflow={workflow} />
        </Note>
      )}
      <Figures>
        <Figure label={t("workflows.inItNow")}>
          <Count value={activeCount(stats)} />
        </Figure>
        <Figure label={t("workflows.done")}>
          <Count value={done(stats)} />
        </Figure>
        <Figure label={t("workflows.failed")}>
          <Count value={stats.FAILED ?? 0} />
        </Figure>
        <Figure label={t("workflows.cancelled")}>
          <Count value={stats.CANCELLED ?? 0} />
        </Figure>
      </Figures>
      <Tabs
        label={t("workflows.parts")}
        parts={[
          { id: "steps", label: t("workflows.steps"), content: () => <Graph workflow={workflow} /> },
          { id: "runs", label: t("workflows.runs"), content: () => <Executions workflow={workflow} /> },
          { id: "versions", label: t("workflows.versions"), content: () => <Versions workflow={workflow} /> },
          { id: "simulate", label: t("workflows.simulate"), content: () => <Simulate workflow={workflow} /> },
          { id: "code", label: t("workflows.code"), content: () => <Code workflow={workflow} />, isForm: true },
          {
            id: "settings",
            label: t("workflows.settings"),
            content: () => <Settings workflow={workflow} />,
            isForm: true,
          },
        ]}
      />
    </div>
  );
}
