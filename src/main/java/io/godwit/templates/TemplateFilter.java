package io.godwit.templates;

import io.godwit.web.Query;
import io.godwit.web.lists.ListOrder;
import io.godwit.web.lists.ListView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The filter and the order of a list of templates.
 *
 * @param search found as it stands, in any case, in name, description or subject
 */
record TemplateFilter(Optional<EmailClass> type, Optional<String> search, ListOrder order, ListView view) {

    private static final List<String> TYPES =
            Stream.of(EmailClass.values()).map(Enum::name).toList();

    static TemplateFilter read(Query query) {
        return new TemplateFilter(
                query.oneOf("type", TYPES).map(EmailClass::valueOf),
                query.text("search").filter(text -> !text.isEmpty()),
                ListOrder.read(query),
                ListView.read(query));
    }
}
