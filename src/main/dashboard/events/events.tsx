import { useState } from "react";
import { Page } from "../app/page.tsx";
import { useQueryState } from "../base/address.ts";
import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Count } from "../kit/chart/number.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { Change } from "./change.tsx";
import { dayAgo, type Row, rowsOf } from "./event.ts";
import { OneEvent } from "./one.tsx";
import { TrackDialog } from "./track.tsx";

const columns = (): Column<Row>[] => [
  {
    id: "name",
    header: t("events.name"),
    cell: (row) => row.name,
    width: "minmax(0, 2fr)",
    by: ({ name }) => name,
    text: ({ name }) => name,
  },
  {
    id: "count",
    header: t("events.count"),
    cell: (row) => <Count value={row.count} />,
    width: "96px",
    align: "end",
    by: ({ count }) => count,
    text: ({ count }) => count,
  },
  {
    id: "week",
    header: t("events.week"),
    cell: (row) => <Count value={row.week} />,
    by: ({ week }) => week,
    text: ({ week }) => week,
    width: "110px",
    align: "end",
    hide: "narrow",
  },
  {
    id: "trend",
    header: t("events.trend"),
    cell: (row) => <Change {...row} />,
    width: "110px",
    align: "end",
    hide: "narrow",
  },
];

/** All names of events, and one of them when the address names it. */
export default function Events() {
  const [{ name }] = useQueryState();
  return name ? <OneEvent key={name} name={name} /> : <Names />;
}

function Names() {
  const [{ search = "" }] = useQueryState();
  const [tracks, setTracks] = useState(false);
  const live = { topics: ["activity"] };
  const all = useAnswer("/events/stats", undefined, live);
  const week = useAnswer("/events/stats", { query: { startDate: dayAgo(6) } }, live);
  const before = useAnswer("/events/stats", { query: { startDate: dayAgo(13), endDate: dayAgo(7) } });
  const query = { ...all, error: all.error ?? week.error ?? before.error };
  const isComplete = week.data !== undefined && before.data !== undefined;
  return (
    <Page
      title={t("app.page.events")}
      about={t("events.about")}
      actions={
        <Button variant="main" icon="plus" onPress={() => setTracks(true)} data-new="">{t("events.track")}</Button>
      }
    >
      <div>
        <Loaded query={{ ...query, data: isComplete ? all.data : undefined }} lines={8}>
          {(counts) => {
            const rows = rowsOf(counts, week.data ?? [], before.data ?? [], search);
            return (
              <>
                {counts.length > 0 && (
                  <Filters
                    search={t("events.search")}
                    total={rows.length}
                    file={{ name: "events", columns: columns(), rows: () => Promise.resolve({ rows, isCut: false }) }}
                  />
                )}
                {counts.length === 0 && (
                  <Empty icon="event" title={t("events.empty")}>
                    <p>{t("events.emptyText")}</p>
                  </Empty>
                )}
                {counts.length > 0 && rows.length === 0 && (
                  <Empty icon="search" title={t("events.nothing")}>
                    <p>{t("events.nothingText")}</p>
                  </Empty>
                )}
                {rows.length > 0 && (
                  <Table<Row>
                    label={t("app.page.events")}
                    columns={columns()}
                    rows={rows}
                    idOf={(row) => row.name}
                    to={(row) => `events?name=${encodeURIComponent(row.name)}`}
                    total={rows.length}
                  />
                )}
              </>
            );
          }}
        </Loaded>
      </div>
      <TrackDialog isOpen={tracks} onClose={() => setTracks(false)} />
    </Page>
  );
}
