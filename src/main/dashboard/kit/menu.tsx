import { Menu as AriaMenu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Icon, type IconName } from "./icon.tsx";

export interface MenuEntry {
  id: string;
  label: string;
  hint?: string;
  icon?: IconName;
  isChosen?: boolean;
  isDanger?: boolean;
  onAction: () => void;
}

/** The menu of a button; the button is the child. */
export function Menu({ label, items, children }: { label: string; items: MenuEntry[]; children: React.ReactNode }) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover popover-list">
        <AriaMenu className="menu" aria-label={label} items={items}>
          {(item) => (
            <MenuItem
              className={`menu-item${item.isDanger ? " menu-danger" : ""}`}
              textValue={item.label}
              onAction={item.onAction}
            >
              {item.icon && <Icon name={item.icon} />}
              <span className="grow">
                {item.label}
                {item.hint && <span className="menu-hint">{item.hint}</span>}
              </span>
              {item.isChosen && <Icon name="check" size={14} />}
            </MenuItem>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
