package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The keyboard of a browser. It reaches a control as somebody does who uses no mouse: by pressing Tab until the control has the
 * focus, which is told by its name and role in the accessibility tree. Each control on the way has to show the ring of the focus, and
 * to lie where it can be seen; and what a key does may not take the focus from the page.
 */
public record Keyboard(Browser browser) {

    /** The most presses of Tab from one control to the next one needed. */
    private static final int MAX_TABS = 30;

    /** The most controls of a page in a test. */
    private static final int MAX_STOPS = 120;

    /** The names of Windows for the keys that write no character; without one a page does not move its focus. */
    private static final Map<String, Integer> KEY_TO_CODE = Map.of(
            "Tab",
            9,
            "Enter",
            13,
            "Escape",
            27,
            "Space",
            32,
            "End",
            35,
            "Home",
            36,
            "ArrowLeft",
            37,
            "ArrowUp",
            38,
            "ArrowRight",
            39,
            "ArrowDown",
            40);

    /** The characters that keys beside letters and digits write. */
    private static final Map<String, String> KEY_TO_TEXT = Map.of("Enter", "\r", "Space", " ");

    private static final Map<String, Integer> MODIFIER_TO_BIT = Map.of("Alt", 1, "Control", 2, "Shift", 8);

    private static final String END = "the end of the page";

    /**
     * Describes the element that has the focus. A control is hidden when another part of the page lies over its corners and its
     * middle (WCAG 2.4.11); what says that something is done goes by itself and does not count. A ring is an outline of at least two
     * pixels of the element, of its row, or of the box in its label; what scrolls and the window cut off one side of it at most.
     */
    private static final String FOCUSED = """
            (() => {
              const at = document.activeElement;
              window.keyboardIsUsed = true;
              if (!at || at === document.body) return JSON.stringify({role: 'document', name: '%s', isPlace: true});
              const style = each => getComputedStyle(each);
              const above = each => each.parentElement ? [each.parentElement, ...above(each.parentElement)] : [];
              const cutSides = each => {
                const {left, right, top, bottom} = each.getBoundingClientRect();
                const more = parseFloat(style(each).outlineWidth) + parseFloat(style(each).outlineOffset) - 0.5;
                const boxes = above(each).filter(one => one !== document.body && one !== document.documentElement
                  && style(one).overflow !== 'visible').map(one => one.getBoundingClientRect());
                const window = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
                return [[...boxes, window].some(box => left - more < box.left), [...boxes, window].some(box => top - more < box.top),
                  [...boxes, window].some(box => right + more > box.right), [...boxes, window].some(box => bottom + more > box.bottom)]
                  .filter(cut => cut).length;
              };
              const isRinged = each => style(each).outlineStyle === 'auto' || (style(each).outlineStyle !== 'none'
                && parseFloat(style(each).outlineWidth) >= 2 && cutSides(each) < 2);
              const label = at.closest('label');
              const around = [at, at.parentElement, at.closest('[role=row]'), ...(label?.querySelectorAll('*') ?? [])];
              const points = ({left, right, top, bottom}) => [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2],
                [right - 2, bottom - 2], [(left + right) / 2, (top + bottom) / 2]];
              const boxes = [at, label].filter(each => each).flatMap(each => [...each.getClientRects()]);
              const isSeen = ([x, y]) => {
                const hit = document.elementFromPoint(x, y);
                return hit !== null && (at.contains(hit) || hit.contains(at) || label?.contains(hit) || hit.closest('.toasts') !== null);
              };
              return JSON.stringify({role: at.computedRole, name: (at.computedName ?? '').trim(), isPlace: at.tabIndex < 0,
                ringed: around.some(each => each && isRinged(each)), seen: boxes.flatMap(points).some(isSeen)});
            })()
            """.formatted(END);

    /** Presses Tab until the control with this name has the focus; the name is the one that screen readers say. */
    public Keyboard tabTo(String name) {
        return tabTo("Tab", name);
    }

    /** The same in the other direction. */
    public Keyboard tabBackTo(String name) {
        return tabTo("Shift+Tab", name);
    }

    private Keyboard tabTo(String key, String name) {
        awaitKept();
        var passed = new ArrayList<String>();
        while (passed.size() < MAX_TABS) {
            press(key);
            var focused = focused();
            if (focused.name().equals(name)) {
                return this;
            }
            passed.add(focused.toString());
        }
        throw new AssertionError("\"" + name + "\" is not reached by " + MAX_TABS + " times " + key + ": " + passed);
    }

    /** Presses Tab to the end of the page, and returns the names of the controls on the way; each has one. */
    public List<String> tabToTheEnd() {
        var names = new ArrayList<String>();
        while (names.size() < MAX_STOPS) {
            var focused = press("Tab").focused();
            if (focused.name().equals(END)) {
                return names;
            }
            assertThat(focused.name()).as("the name of what follows " + names).isNotEmpty();
            names.add(focused.name());
        }
        throw new AssertionError("The page does not end after " + MAX_STOPS + " controls: " + names);
    }

    /** Waits until the control, dialog or part of the page with this role and name has the focus, where it can be seen. */
    public Keyboard awaitFocus(String role, String name) {
        var wanted = new JsonObject().put("role", role).put("name", name).encode();
        browser.await(
                "(() => { const at = document.activeElement; const wanted = " + wanted + ";"
                        + " return (at.computedRole === wanted.role && (at.computedName ?? '').trim() === wanted.name)"
                        + " || 'the focus is at ' + at.computedRole + ' ' + at.computedName + ' ' + at.outerHTML.slice(0, 160); })()");
        focused();
        return this;
    }

    /** Fails when the last key took the focus from the page: whoever sees nothing would have to begin anew. */
    private void awaitKept() {
        browser.await(
                "document.activeElement !== document.body || window.keyboardIsUsed !== true || 'the focus is lost'");
    }

    private Focused focused() {
        var focused = ask();
        if (!focused.isFit()) {
            browser.await(DashboardBrowser.STILL);
            focused = ask();
        }
        assertThat(focused.isSeen()).as(focused + " can be seen").isTrue();
        assertThat(focused.isRinged()).as(focused + " shows the focus").isTrue();
        return focused;
    }

    private Focused ask() {
        var found = new JsonObject(String.valueOf(browser.evaluate(FOCUSED)));
        var isPlace = found.getBoolean("isPlace");
        return new Focused(
                found.getString("role"),
                found.getString("name"),
                isPlace || found.getBoolean("seen"),
                isPlace || found.getBoolean("ringed"));
    }

    private record Focused(String role, String name, boolean isSeen, boolean isRinged) {

        boolean isFit() {
            return isSeen && isRinged;
        }

        @Override
        public String toString() {
            return role + " \"" + name + "\"";
        }
    }

    /** Presses a key that writes no character, such as {@code Enter}, {@code Space}, {@code Shift+Tab} or {@code Control+k}. */
    public Keyboard press(String keys) {
        var parts = List.of(keys.split("\\+"));
        var key = parts.get(parts.size() - 1);
        var bits = parts.stream()
                .mapToInt(each -> MODIFIER_TO_BIT.getOrDefault(each, 0))
                .sum();
        strike(key, KEY_TO_TEXT.getOrDefault(key, ""), bits);
        return this;
    }

    /** Strikes a key for each character. */
    public Keyboard type(String text) {
        text.chars().mapToObj(Character::toString).forEach(each -> strike(each, each, 0));
        return this;
    }

    private void strike(String key, String text, int modifiers) {
        var isLetter = key.length() == 1 && Character.isLetterOrDigit(key.charAt(0));
        var code = isLetter ? Character.toUpperCase(key.charAt(0)) : KEY_TO_CODE.getOrDefault(key, 0);
        var event = new JsonObject()
                .put("key", key.equals("Space") ? " " : key)
                .put("code", key)
                .put("windowsVirtualKeyCode", code)
                .put("modifiers", modifiers);
        var down = event.copy()
                .put("type", text.isEmpty() ? "rawKeyDown" : "keyDown")
                .put("text", text);
        browser.call("Input.dispatchKeyEvent", down);
        browser.call("Input.dispatchKeyEvent", event.put("type", "keyUp"));
    }
}
