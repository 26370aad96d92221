package io.godwit.contacts;

import io.vertx.sqlclient.Tuple;

/** The SQL that selects the address blocks of a project with a text in them. */
public final class AddressBlockQuery {

    private final Tuple parameters;
    private final String text;
    private final String admitting;

    /**
     * Adds to the parameters of a statement.
     *
     * @param parameters of which the first is the project
     * @param text part of an address, in lower case
     */
    public AddressBlockQuery(Tuple parameters, String text) {
        this.parameters = parameters;
        this.text = parameter(text);
        this.admitting = "(signature IS NULL OR (true" + signed(text) + "))";
    }

    private String signed(String text) {
        var tests = new StringBuilder();
        AddressSignature.bits(text).forEach(bit -> tests.append(" AND get_bit(signature, ")
                .append(parameter(bit))
                .append("::int) = 1"));
        return tests.toString();
    }

    private String parameter(Object value) {
        parameters.addValue(value);
        return "$" + parameters.size();
    }

    /** Returns the statement, whose one column is {@code addresses}, the newest blocks first. */
    public String sql() {
        // CASE keeps the order: a bit is tested in a hundredth of the time that a block is searched in.
        return "SELECT addresses FROM address_blocks WHERE project_id = $1 AND CASE WHEN " + admitting
                + " THEN strpos(addresses, " + text + ") > 0 ELSE false END ORDER BY id DESC";
    }

    /** Returns the condition on a block that may have the text, of which only the signature is asked. */
    public String admitting() {
        return admitting;
    }

    /** Returns the place of the text among the parameters. */
    public String text() {
        return text;
    }
}
