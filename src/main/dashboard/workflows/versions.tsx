import { useQueryState } from "../base/address.ts";
import { useAnswer, useList } from "../base/data.ts";
import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Count } from "../kit/chart/number.tsx";
import { Empty, loadable, Loaded, Skeleton } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import type { Whole } from "./api.ts";
import { StepList } from "./step-list.tsx";
import type { VersionSummary, WorkflowVersion } from "../generated/api.ts";

const Canvas = loadable(() => import("./canvas.tsx"), <Skeleton lines={8} />);

type Version = VersionSummary;

type VersionGraph = WorkflowVersion;

/** The server counts the contacts on a version so far. */
const MAX_COUNT = 1000;

const columns = (): Column<Version>[] => [
  {
    id: "version",
    header: t("workflows.version"),
    cell: (each) => (
      <span className="row-wrap">
        {t("workflows.versionNamed", { version: each.version })}
        {each.live && <Badge tone="good">{t("workflows.live")}</Badge>}
      </span>
    ),
    width: "minmax(140px, 2fr)",
  },
  {
    id: "steps",
    header: t("workflows.steps"),
    cell: (each) => <Count value={each.steps} />,
    width: "90px",
    align: "end",
    hide: "narrow",
  },
  {
    id: "active",
    header: t("workflows.onIt"),
    cell: ({ active }) => active >= MAX_COUNT ? `${formatNumber(MAX_COUNT)}+` : <Count value={active} />,
    width: "110px",
    align: "end",
  },
  {
    id: "created",
    header: t("workflows.published"),
    cell: (each) => <Time at={each.createdAt} />,
    width: "150px",
    align: "end",
    hide: "narrow",
  },
];

/** The versions that ran or run, and one of them as a diagram. */
export function Versions({ workflow }: { workflow: Whole }) {
  const [{ version }, setQuery] = useQueryState();
  return version
    ? <OneVersion workflow={workflow} version={version} onClose={() => setQuery({ version: undefined })} />
    : <VersionList workflow={workflow} />;
}

function VersionList({ workflow }: { workflow: Whole }) {
  const call = { path: { id: workflow.id }, query: { limit: 50 } };
  const list = useList("/workflows/{id}/versions", call, { topics: [`workflow:${workflow.id}`] });
  if (list.error && list.rows.length === 0) {
    return <FailureNote error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.isPending) return <Skeleton lines={4} />;
  if (list.rows.length === 0) {
    return (
      <Empty icon="workflow" title={t("workflows.noVersions")}>
        <p>{t("workflows.noVersionsText")}</p>
      </Empty>
    );
  }
  return (
    <div className="stack-small">
      <p className="soft small">{t("workflows.versionsText")}</p>
      <Table<Version>
        label={t("workflows.versions")}
        columns={columns()}
        rows={list.rows}
        idOf={(each) => String(each.version)}
        to={(each) => `workflows/${workflow.id}?tab=versions&version=${each.version}`}
        total={list.total}
        hasMore={list.hasNextPage}
        loadMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
      />
    </div>
  );
}

function OneVersion({ workflow, version, onClose }: { workflow: Whole; version: string; onClose: () => void }) {
  const answer = useAnswer("/workflows/{id}/versions/{version}", { path: { id: workflow.id, version } });
  return (
    <div className="stack-small">
      <div className="row-wrap">
        <Button icon="left" variant="quiet" onPress={onClose}>{t("workflows.allVersions")}</Button>
        <h2>{t("workflows.versionNamed", { version })}</h2>
      </div>
      <Loaded query={answer} lines={8}>
        {(graph) => {
          const shown = asWhole(workflow, graph);
          return (
            <>
              <div className="workflows-wide">
                <Canvas workflow={shown} />
              </div>
              <div className="workflows-listed">
                <StepList workflow={shown} />
              </div>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

/** The workflow as it was in a version: without counts and problems, which belong to the workflow as it is now. */
function asWhole(workflow: Whole, graph: VersionGraph): Whole {
  return {
    ...workflow,
    problems: [],
    steps: graph.steps.map((step) => ({
      ...step,
      template: workflow.steps.find(({ id }) => id === step.id)?.template ?? null,
      stats: null,
    })),
    transitions: graph.transitions.map((each, at) => ({ ...each, id: String(at) })),
  };
}
