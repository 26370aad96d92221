import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import type { ContactSegment } from "../generated/api.ts";

type Membership = ContactSegment;

const columns = (): Column<Membership>[] => [
  { id: "name", header: t("app.page.segment"), cell: (segment) => segment.name, width: "minmax(120px, 2fr)" },
  {
    id: "type",
    header: t("contacts.segmentKind"),
    cell: (segment) => <Badge>{t(`contacts.segmentKind.${segment.type}`)}</Badge>,
    width: "140px",
    hide: "narrow",
  },
  {
    id: "since",
    header: t("contacts.memberSince"),
    cell: (segment) =>
      segment.since ? <Time at={segment.since} /> : <span className="soft">{t("contacts.notRecorded")}</span>,
    width: "150px",
    align: "end",
  },
];

/** The segments a contact is in at this moment. */
export function Segments({ contactId }: { contactId: string }) {
  const segments = useAnswer("/contacts/{id}/segments", { path: { id: contactId } }, {
    topics: ["segment", `contact:${contactId}`],
  });
  return (
    <Loaded query={segments} lines={4}>
      {({ data }: { data: Membership[] }) =>
        data.length === 0
          ? (
            <Empty icon="segment" title={t("contacts.noSegments")}>
              <p>{t("contacts.noSegmentsText")}</p>
            </Empty>
          )
          : (
            <Table<Membership>
              label={t("app.page.segments")}
              columns={columns()}
              rows={data}
              idOf={(segment) => segment.id}
              to={(segment) => `segments/${segment.id}`}
              total={data.length}
            />
          )}
    </Loaded>
  );
}
