import { useEffect, useRef } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs";
import { useQueryState } from "../base/address.ts";
import { forgetChanges, mayLeave } from "../base/unsaved.ts";

interface Part {
  id: string;
  label: React.ReactNode;
  content: () => React.ReactNode;
  /** Whether it asks before unsaved changes are lost when another part is shown. */
  isForm?: boolean;
}

/** Parts of a page of which one is shown; which one stands in the address. */
export function Tabs({ label, parts, name = "tab" }: { label: string; parts: Part[]; name?: string }) {
  const [query, setQuery] = useQueryState();
  const first = parts[0]?.id ?? "";
  const chosen = parts.some((part) => part.id === query[name]) ? query[name]! : first;
  const choose = (id: string) => {
    if (parts.find((part) => part.id === chosen)?.isForm) {
      if (!mayLeave()) return;
      forgetChanges();
    }
    setQuery({ [name]: id === first ? undefined : id });
  };
  // On a narrow screen the chosen one may lie beyond the edge.
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = tabs.current?.querySelector<HTMLElement>("[role=tablist]");
    const tab = list?.querySelector<HTMLElement>("[aria-selected=true]");
    if (list && tab) list.scrollLeft += middleOf(tab) - middleOf(list);
  }, [chosen]);
  return (
    <AriaTabs
      ref={tabs}
      className="tabs"
      selectedKey={chosen}
      onSelectionChange={(key) => choose(String(key))}
    >
      <TabList className="tab-list" aria-label={label}>
        {parts.map((part) => <Tab key={part.id} id={part.id} className="tab">{part.label}</Tab>)}
      </TabList>
      {parts.map((part) => <TabPanel key={part.id} id={part.id} className="tab-panel">{part.content()}</TabPanel>)}
    </AriaTabs>
  );
}

function middleOf(element: HTMLElement) {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
