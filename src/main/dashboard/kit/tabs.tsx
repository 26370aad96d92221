import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs";
import { useQueryState } from "../base/address.ts";

interface Part {
  id: string;
  label: React.ReactNode;
  content: () => React.ReactNode;
}

/** Parts of a page of which one is shown; which one stands in the address. */
export function Tabs({ label, parts, name = "tab" }: { label: string; parts: Part[]; name?: string }) {
  const [query, setQuery] = useQueryState();
  const first = parts[0]?.id ?? "";
  const chosen = parts.some((part) => part.id === query[name]) ? query[name]! : first;
  return (
    <AriaTabs
      className="tabs"
      selectedKey={chosen}
      onSelectionChange={(key) => setQuery({ [name]: key === first ? undefined : String(key) })}
    >
      <TabList className="tab-list" aria-label={label}>
        {parts.map((part) => <Tab key={part.id} id={part.id} className="tab">{part.label}</Tab>)}
      </TabList>
      {parts.map((part) => <TabPanel key={part.id} id={part.id} className="tab-panel">{part.content()}</TabPanel>)}
    </AriaTabs>
  );
}
