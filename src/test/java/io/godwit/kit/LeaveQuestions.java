package io.godwit.kit;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The questions of pages whether to leave unsaved input behind. They are answered at once, because an open question holds the page up;
 * unless a test says otherwise, the answer is to leave.
 */
public final class LeaveQuestions {

    /** The kind of the question that the browser asks when a page is closed or loaded anew. */
    public static final String BY_BROWSER = "beforeunload";

    /** The kind of the question that the page asks. */
    public static final String BY_PAGE = "confirm";

    private final DevTools wire;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile boolean leaves = true;

    LeaveQuestions(DevTools wire) {
        this.wire = wire;
        wire.on("Page.javascriptDialogOpening", this::answer);
    }

    private void answer(JsonObject dialog) {
        asked.add(dialog.getJsonObject("params").getString("type"));
        wire.call(dialog.getString("sessionId"), "Page.handleJavaScriptDialog", new JsonObject().put("accept", leaves));
    }

    /** Chooses the answer from now on, and forgets the questions so far. */
    public void answerWith(boolean leaving) {
        leaves = leaving;
        forget();
    }

    public void forget() {
        asked.clear();
    }

    /** The kinds of the questions since the last ones were forgotten. */
    public List<String> asked() {
        return List.copyOf(asked);
    }
}
