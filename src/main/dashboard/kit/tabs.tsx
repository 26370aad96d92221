import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs";
import { useQueryState } from "../base/address.ts";
import { confirmLeaving, discardChanges } from "../base/unsaved.ts";

interface Part {
  id: string;
  label: React.ReactNode;
  content: () => React.ReactNode;
  /** True for a part that asks before unsaved changes are lost when another part is shown. */
  isForm?: boolean;
}

/** Parts of a page of which one is shown; which one stands in the address. */
export function Tabs({ label, parts, name = "tab" }: { label: string; parts: Part[]; name?: string }) {
  const [query, setQuery] = useQueryState();
  const first = parts[0]?.id ?? "";
  const chosen = parts.some((part) => part.id === query[name]) ? query[name]! : first;
  const choose = (id: string) => {
    if (parts.find((part) => part.id === chosen)?.isForm) {
      if (!confirmLeaving()) return;
      discardChanges();
    }
    setQuery({ [name]: id === first ? undefined : id });
  };
  return (
    <AriaTabs
      className="tabs"
      selectedKey={chosen}
      onSelectionChange={(key) => choose(String(key))}
    >
      <TabList className="tab-list" aria-label={label}>
        {parts.map((part) => (
          <Tab key={part.id} id={part.id} className="tab" ref={part.id === chosen ? scrollToCenter : null}>
            {part.label}
          </Tab>
        ))}
      </TabList>
      {parts.map((part) => <TabPanel key={part.id} id={part.id} className="tab-panel">{part.content()}</TabPanel>)}
    </AriaTabs>
  );
}

/** Scrolls the list of tabs, which may be wider than a narrow screen. */
function scrollToCenter(tab: HTMLElement | null) {
  const list = tab?.closest<HTMLElement>("[role=tablist]");
  if (tab && list) list.scrollLeft += centerOf(tab) - centerOf(list);
}

function centerOf(element: HTMLElement) {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
