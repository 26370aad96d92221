import { Page } from "../app/page.tsx";
import type { Answer } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { formatNumber } from "../base/format.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { useQueryState } from "../base/address.ts";
import { Badge } from "../kit/badge.tsx";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import type { Segment, Summary } from "./api.ts";
import { SizeTrend, UsedBy, useSummaries } from "./summary.tsx";

const columns = (summaries: Map<string, Summary>): Column<Segment>[] => [
  {
    id: "name",
    header: t("segments.name"),
    cell: (segment) => segment.name,
    width: "minmax(130px, 1.5fr)",
    by: ({ name }) => name,
    text: ({ name }) => name,
  },
  {
    id: "type",
    header: t("segments.kind"),
    cell: (segment) => <Badge>{t(`segments.kind.${segment.type}`)}</Badge>,
    text: ({ type }) => t(`segments.kind.${type}`),
    width: "148px",
    hide: "narrow",
  },
  {
    id: "description",
    header: t("segments.description"),
    cell: (segment) => segment.description || <span className="soft">–</span>,
    text: ({ description }) => description,
    width: "minmax(0, 1.5fr)",
    hide: "medium",
  },
  {
    id: "members",
    header: t("segments.members"),
    cell: (segment) =>
      segment.counted ? formatNumber(segment.memberCount) : <span className="soft">{t("segments.counting")}</span>,
    by: ({ memberCount }) => memberCount,
    text: ({ memberCount, counted }) => counted ? memberCount : null,
    width: "88px",
    align: "end",
  },
  {
    id: "course",
    header: t("segments.lastDays"),
    cell: (segment) => <SizeTrend summary={summaries.get(segment.id)} />,
    width: "112px",
    hide: "medium",
  },
  {
    id: "used",
    header: t("segments.usedBy"),
    cell: (segment) => <UsedBy summary={summaries.get(segment.id)} />,
    width: "minmax(0, 1.2fr)",
    hide: "medium",
  },
  {
    id: "changed",
    header: t("segments.counted"),
    cell: (segment) => <Time at={segment.updatedAt} />,
    by: ({ updatedAt }) => updatedAt,
    text: ({ updatedAt }) => updatedAt,
    width: "130px",
    align: "end",
    hide: "medium",
  },
];

/** Without a limit the answer is the list itself. */
const listOf = (answer: Answer<"/segments"> | undefined) => Array.isArray(answer) ? answer : answer?.data ?? [];

export default function SegmentList() {
  const segments = useAnswer("/segments", {}, { topics: ["segment"] });
  const summaries = useSummaries(listOf(segments.data));
  const { open } = useRouter();
  return (
    <Page
      title={t("app.page.segments")}
      actions={
        <Button variant="main" icon="plus" data-new="" onPress={() => open("segments/new")}>{t("segments.new")}</Button>
      }
    >
      <Loaded query={segments} lines={6}>
        {(answer) =>
          listOf(answer).length === 0
            ? (
              <Empty
                icon="segment"
                title={t("segments.empty")}
                action={<ButtonLink to="segments/new" icon="plus">{t("segments.new")}</ButtonLink>}
              >
                <p>{t("segments.emptyText")}</p>
              </Empty>
            )
            : <Found segments={listOf(answer)} summaries={summaries} />}
      </Loaded>
    </Page>
  );
}

/** The segments whose name or description holds what is searched for. */
function Found({ segments, summaries }: { segments: Segment[]; summaries: Map<string, Summary> }) {
  const [{ search = "" }] = useQueryState();
  const text = search.toLowerCase();
  const rows = segments.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(text));
  const file = { name: "segments", columns: columns(summaries), rows: () => Promise.resolve({ rows, isCut: false }) };
  return (
    <div>
      <Filters search={t("segments.search")} total={rows.length} file={file} />
      {rows.length === 0 && <Empty icon="search" title={t("segments.noneFound")} />}
      {rows.length > 0 && (
        <Table<Segment>
          label={t("app.page.segments")}
          columns={columns(summaries)}
          rows={rows}
          idOf={(segment) => segment.id}
          to={(segment) => `segments/${segment.id}`}
          total={rows.length}
        />
      )}
    </div>
  );
}
