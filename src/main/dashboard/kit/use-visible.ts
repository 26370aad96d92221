import { type RefObject, useEffect, useState } from "react";

/** True once the element has come into the window, for what need not be requested before. */
export function useVisible(element: RefObject<Element | null>): boolean {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) =>
      setVisible((wasVisible) => wasVisible || entries.some((each) => each.isIntersecting))
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return isVisible;
}
