import { useState } from "react";
import { Page } from "../app/page.tsx";
import { useHasRole } from "../app/session.tsx";
import { useAnswer } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Badge, Status } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import { AddDomain } from "./add.tsx";
import { type Domain, isForTrial } from "./domain-types.ts";

const columns = (): Column<Domain>[] => [
  {
    id: "domain",
    header: t("domains.domain"),
    cell: (each) => each.domain,
    width: "minmax(0, 2fr)",
    by: ({ domain }) => domain,
  },
  {
    id: "status",
    header: t("domains.state"),
    cell: (each) =>
      isForTrial(each)
        ? <Badge tone="info" icon="info">{t("domains.trial")}</Badge>
        : <Status value={each.verified ? "VERIFIED" : "UNVERIFIED"} />,
    width: "176px",
  },
  {
    id: "records",
    header: t("domains.records"),
    cell: (each) =>
      t("domains.recordsOf", {
        valid: each.records.filter((record) => record.status === "valid").length,
        count: each.records.length,
      }),
    width: "140px",
    hide: "narrow",
  },
  {
    id: "checked",
    header: t("domains.checked"),
    cell: (each) => <Time at={each.lastCheckedAt} />,
    by: ({ lastCheckedAt }) => lastCheckedAt ?? "",
    width: "150px",
    align: "end",
    hide: "medium",
  },
];

/** The domains the project sends from. */
export default function Domains() {
  const projectId = useProject() ?? "";
  const isAdmin = useHasRole("ADMIN");
  const [adds, setAdds] = useState(false);
  const domains = useAnswer("/domains/project/{projectId}", { path: { projectId } }, { topics: ["domain"] });
  const add = <Button variant="main" icon="plus" data-new="" onPress={() => setAdds(true)}>{t("domains.add")}</Button>;
  return (
    <Page title={t("app.page.domains")} about={t("domains.about")} actions={isAdmin && add}>
      <Loaded query={domains} lines={4}>
        {(all) =>
          all.length === 0
            ? (
              <div className="sheet">
                <Empty icon="domain" title={t("domains.empty")}>
                  <p>{t("domains.emptyText")}</p>
                </Empty>
              </div>
            )
            : (
              <Table<Domain>
                label={t("app.page.domains")}
                columns={columns()}
                rows={all}
                idOf={(each) => each.id}
                to={(each) => `domains/${each.id}`}
              />
            )}
      </Loaded>
      {isAdmin && <AddDomain isOpen={adds} onClose={() => setAdds(false)} />}
    </Page>
  );
}
