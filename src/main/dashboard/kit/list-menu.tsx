import { useState } from "react";
import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { DENSITIES, setDensity, useDensity } from "./density.ts";
import { Button } from "./form/button.tsx";
import { Menu, type MenuEntry } from "./menu.tsx";
import type { Column } from "./table-head.tsx";
import { showFailure, showToast } from "./toast.tsx";

/** The rows of a list as a file. */
export interface ListFile<T> {
  /** Of the file, without its end. */
  name: string;
  columns: Column<T>[];
  /** All rows that the filter finds, loaded or not; `isCut` when there are more than a file takes. */
  rows: () => Promise<{ rows: T[]; isCut: boolean }>;
}

/** The menu of a list: its density, and its download as a file. */
export function ListMenu<T>({ file }: { file?: ListFile<T> | undefined }) {
  const density = useDensity();
  const [isPending, setPending] = useState(false);
  const download = async ({ name, columns, rows }: ListFile<T>) => {
    setPending(true);
    try {
      const [{ csvOf, save }, found] = await Promise.all([import("./csv.ts"), rows()]);
      save(`${name}.csv`, csvOf(columns, found.rows));
      if (found.isCut) showToast(t("lists.cut", { number: formatNumber(found.rows.length) }));
    } catch (error) {
      showFailure(error instanceof Error ? error : String(error));
    } finally {
      setPending(false);
    }
  };
  const items: MenuEntry[] = [
    ...DENSITIES.map((each) => ({
      id: each,
      label: t(`lists.${each}`),
      isChosen: each === density,
      onAction: () => setDensity(each),
    })),
    ...(file
      ? [{
        id: "file",
        label: t("lists.file"),
        hint: t("lists.fileHint"),
        icon: "download" as const,
        onAction: () => void download(file),
      }]
      : []),
  ];
  return (
    <Menu label={t("lists.view")} items={items}>
      <Button variant="quiet" icon="more" aria-label={t("lists.view")} isPending={isPending} />
    </Menu>
  );
}
