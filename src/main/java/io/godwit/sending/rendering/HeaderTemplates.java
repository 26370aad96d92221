package io.godwit.sending.rendering;

import io.godwit.smtp.message.Header;
import io.godwit.templates.CompiledTemplate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The caller's headers of one content, whose values are templates as the subject is; their names are not. */
public final class HeaderTemplates {

    /** Max characters of all rendered values; as many as a request may give, for receivers refuse messages with long headers. */
    private static final int MAX_TOTAL = 16 * 1024;

    private final List<HeaderTemplate> templates;

    private HeaderTemplates(List<HeaderTemplate> templates) {
        this.templates = templates;
    }

    /** A name and the value to render. */
    private record HeaderTemplate(String name, CompiledTemplate value) {}

    public static HeaderTemplates of(List<Header> headers) {
        return new HeaderTemplates(headers.stream()
                .map(header -> new HeaderTemplate(header.name(), CompiledTemplate.text(header.value())))
                .toList());
    }

    /** Returns the headers, each with a value of one line; empty when they are too long, or take too much work. */
    public Optional<List<Header>> render(Map<String, @Nullable Object> values, Instant now) {
        var headers = new ArrayList<Header>(templates.size());
        var left = MAX_TOTAL;
        for (var template : templates) {
            var value = template.value().renderBounded(values, left, now);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            left -= value.get().length();
            headers.add(new Header(template.name(), HeaderValueCheck.oneLine(value.get())));
        }
        return Optional.of(headers);
    }
}
