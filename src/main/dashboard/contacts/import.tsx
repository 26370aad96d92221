import { useState } from "react";
import { Page } from "../app/page.tsx";
import { useQueryState } from "../base/address.ts";
import { t } from "../base/words.ts";
import { Chosen } from "./import-columns.tsx";
import { ImportFile } from "./import-file.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { RecentJobs } from "./jobs.tsx";
import type { Sheet } from "./sheet.ts";

/** A file becomes contacts: choose it, say what its columns are, watch it run. The run is named in the address. */
export default function Import() {
  const [{ job }, setQuery] = useQueryState();
  const [sheet, setSheet] = useState<Sheet>();
  return (
    <Page title={t("contacts.import")} above={{ label: t("app.page.contacts"), to: "contacts" }}>
      {job
        ? (
          <ImportProgress
            id={job}
            onAgain={() => {
              setSheet(undefined);
              setQuery({ job: undefined });
            }}
          />
        )
        : sheet
        ? (
          <Chosen
            key={sheet.file.name + sheet.file.lastModified}
            sheet={sheet}
            onOther={() => setSheet(undefined)}
            onStarted={(id) => setQuery({ job: id })}
          />
        )
        : (
          <>
            <ImportFile onSheet={setSheet} />
            <RecentJobs />
          </>
        )}
    </Page>
  );
}
