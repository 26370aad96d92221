import { useState } from "react";
import { Page } from "../app/page.tsx";
import { useQueryState } from "../base/address.ts";
import { t } from "../base/words.ts";
import { ImportColumns } from "./import-columns.tsx";
import { ImportFile } from "./import-file.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { RecentJobs } from "./jobs.tsx";
import type { CsvSample } from "./csv-sample.ts";

/** A file becomes contacts: choose it, say what its columns are, watch it run. The run is named in the address. */
export default function Import() {
  const [{ job }, setQuery] = useQueryState();
  const [csv, setCsv] = useState<CsvSample>();
  return (
    <Page title={t("contacts.import")} above={{ label: t("app.page.contacts"), to: "contacts" }}>
      {job
        ? (
          <ImportProgress
            id={job}
            onRestart={() => {
              setCsv(undefined);
              setQuery({ job: undefined });
            }}
          />
        )
        : csv
        ? (
          <ImportColumns
            key={csv.file.name + csv.file.lastModified}
            csv={csv}
            onOther={() => setCsv(undefined)}
            onStarted={(id) => setQuery({ job: id })}
          />
        )
        : (
          <>
            <ImportFile onRead={setCsv} />
            <RecentJobs />
          </>
        )}
    </Page>
  );
}
