import { useAnswer } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Sparkline } from "../kit/chart/sparkline.tsx";
import type { Segment, Summary } from "./api.ts";

/** So many segments are asked for at once; the server takes no more. */
const AT_ONCE = 100;

/** The sizes and usages of segments by their ids; empty while they are not known. */
export function useSummaries(segments: Segment[]): Map<string, Summary> {
  const ids = segments.slice(0, AT_ONCE).map(({ id }) => id).join(",");
  const { data } = useAnswer("/segments/summaries", { query: { ids } }, {
    topics: ["segment"],
    enabled: ids !== "",
  });
  return new Map((data ?? []).map((each) => [each.segmentId, each]));
}

/** The course of a segment's size as a line; nothing until there are two days. */
export function SizeTrend({ summary }: { summary: Summary | undefined }) {
  const values = (summary?.sizes ?? []).map(({ memberCount }) => memberCount);
  if (values.length < 2) return <span className="soft">–</span>;
  const change = values.at(-1)! - values[0]!;
  return <Sparkline values={values} label={t("segments.course", { count: change })} />;
}

/** The first thing that uses a segment, and how many more there are. */
export function UsedBy({ summary }: { summary: Summary | undefined }) {
  const first = summary?.usedBy[0];
  if (!summary || !first) return <span className="soft">–</span>;
  return (
    <span className="truncated">
      {first.name}
      {summary.uses > 1 && <span className="soft">{t("segments.moreUses", { count: summary.uses - 1 })}</span>}
    </span>
  );
}

const TYPE_TO_FOLDER = { CAMPAIGN: "campaigns", WORKFLOW: "workflows", SEGMENT: "segments" } as const;

/** Everything that uses a segment, with links; nothing where it is not used. */
export function Uses({ segment }: { segment: Segment }) {
  const summary = useSummaries([segment]).get(segment.id);
  if (!summary || summary.uses === 0) return null;
  return (
    <p className="small segments-uses">
      <span className="soft">{t("segments.usedBy")}:</span> {summary.usedBy.map((use) => (
        <span key={use.kind + use.id}>
          {t(`segments.use.${use.kind}`)} <Link to={`${TYPE_TO_FOLDER[use.kind]}/${use.id}`}>{use.name}</Link>
        </span>
      ))}
      {summary.uses > summary.usedBy.length && (
        <span className="soft">{t("segments.moreUses", { count: summary.uses - summary.usedBy.length })}</span>
      )}
    </p>
  );
}
