package io.godwit.kit;

import io.vertx.core.json.JsonObject;
import java.util.List;

/** The mouse over the page of a browser. It aims as a person does, at what can be seen and stands still. */
record PageMouse(Browser browser) {

    private static final String IS_STILL =
            "(() => { const found = %s; if (!found?.getClientRects().length) return false;"
                    + " found.scrollIntoView({block: 'nearest', behavior: 'instant'});"
                    + " const box = JSON.stringify(found.getBoundingClientRect());"
                    + " const still = window.clickedBox === box; window.clickedBox = box; return still; })()";

    private static final String AIM = "(() => { const box = window.clickedBox; delete window.clickedBox;"
            + " window.clickMissed = false; addEventListener('pointerdown', event => { const now = %s;"
            + " window.clickMissed = now != null && !now.contains(event.target)"
            + " && JSON.stringify(now.getBoundingClientRect()) !== box; }, {capture: true, once: true}); return box; })()";

    /**
     * Presses and releases in the middle of the element that the expression finds. When the element moves away under the mouse
     * meanwhile, because another part of the page arrives, it is aimed at anew.
     */
    void click(String expression) {
        do {
            press(awaitStill(expression));
        } while (isMissed());
    }

    /** Returns the place of the element, and has the page note when the mouse is pressed beside it because it has moved. */
    private JsonObject awaitStill(String expression) {
        browser.await(IS_STILL.formatted(expression));
        return new JsonObject(String.valueOf(browser.evaluate(AIM.formatted(expression))));
    }

    private void press(JsonObject box) {
        for (var type : List.of("mousePressed", "mouseReleased")) {
            browser.call(
                    "Input.dispatchMouseEvent",
                    new JsonObject()
                            .put("type", type)
                            .put("x", box.getDouble("x") + box.getDouble("width") / 2)
                            .put("y", box.getDouble("y") + box.getDouble("height") / 2)
                            .put("button", "left")
                            .put("clickCount", 1));
        }
    }

    /** False also when the click has led to another page. */
    private boolean isMissed() {
        try {
            return Boolean.TRUE.equals(browser.evaluate("window.clickMissed === true"));
        } catch (AssertionError gone) {
            return false;
        }
    }
}
