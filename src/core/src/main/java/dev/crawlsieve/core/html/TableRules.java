package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.TreeConstruction.Mode;

/**
 * Rules for tags and text in a table (WHATWG HTML, 13.2.6.4.9 to 13.2.6.4.15). Long because seven
 * modes hand over to each other.
 */
final class TableRules {

  private static final ElementName TABLE = ElementName.of("table");
  private static final ElementName CAPTION = ElementName.of("caption");
  private static final ElementName COLGROUP = ElementName.of("colgroup");
  private static final ElementName TBODY = ElementName.of("tbody");
  private static final ElementName TR = ElementName.of("tr");
  private static final ElementName TD = ElementName.of("td");
  private static final ElementName TH = ElementName.of("th");

  private final TreeConstruction tree;
  private final BodyRules body;

  TableRules(TreeConstruction tree, BodyRules body) {
    this.tree = tree;
    this.body = body;
  }

  void start(ElementName name, StartTag tag) {
    switch (tree.mode()) {
      case IN_TABLE -> startInTable(name, tag);
      case IN_CAPTION -> {
        if (!isPart(name)) {
          body.start(name, tag);
        } else if (tree.open.inScope(CAPTION, ElementName.TABLE_SCOPE)) {
          endCaption();
          startInTable(name, tag);
        }
      }
      case IN_COLUMNS -> startInColumns(name, tag);
      case IN_TABLE_BODY -> startInBody(name, tag);
      case IN_ROW -> startInRow(name, tag);
      default -> {
        if (!isPart(name)) {
          body.start(name, tag);
        } else if (closeCell()) {
          tree.startHtml(name, tag);
        }
      }
    }
  }

  private static boolean isPart(ElementName name) {
    return switch (name.rule()) {
      case CAPTION, COLUMN, COLUMNS, TABLE_BODY, CELL, ROW -> true;
      default -> false;
    };
  }

  private void startInTable(ElementName name, StartTag tag) {
    OpenElements open = tree.open;
    switch (name.rule()) {
      case CAPTION -> {
        open.clearTo(ElementRule.TABLE);
        tree.formatting.mark();
        tree.insert(name, tag);
        tree.mode(Mode.IN_CAPTION);
      }
      case COLUMNS -> {
        open.clearTo(ElementRule.TABLE);
        tree.insert(name, tag);
        tree.mode(Mode.IN_COLUMNS);
      }
      case COLUMN -> {
        open.clearTo(ElementRule.TABLE);
        tree.insert(COLGROUP);
        tree.mode(Mode.IN_COLUMNS);
        startInColumns(name, tag);
      }
      case TABLE_BODY -> {
        open.clearTo(ElementRule.TABLE);
        tree.insert(name, tag);
        tree.mode(Mode.IN_TABLE_BODY);
      }
      case CELL, ROW -> {
        open.clearTo(ElementRule.TABLE);
        tree.insert(TBODY);
        tree.mode(Mode.IN_TABLE_BODY);
        startInBody(name, tag);
      }
      case TABLE -> {
        Mode before = tree.mode();
        open.popTo(TABLE);
        tree.resetMode();
        if (tree.mode() == before) {
          // As jsoup has it where a table stood in a table's frame.
          tree.insert(name, tag);
        } else {
          tree.startHtml(name, tag);
        }
      }
      case SCRIPT, TEMPLATE -> {
        boolean unused = tree.startInHead(name, tag);
      }
      case HEAD_RAW -> {
        if (name.toString().equals("style")) {
          boolean unused = tree.startInHead(name, tag);
        } else {
          startFostered(name, tag);
        }
      }
      case NOSCRIPT -> tree.startIsland(name, TreeConstruction.Following.RAW);
      case INPUT -> {
        if ("hidden".equalsIgnoreCase(tag.value(AttributeName.TYPE))) {
          tree.pass(name, tag);
        } else {
          startFostered(name, tag);
        }
      }
      case FORM -> {
        if (!body.hasForm()) {
          int unused = body.newForm();
          tree.pass(name, tag);
        }
      }
      default -> startFostered(name, tag);
    }
  }

  private void startFostered(ElementName name, StartTag tag) {
    tree.fosters = true;
    body.start(name, tag);
    tree.fosters = false;
  }

  private void startInColumns(ElementName name, StartTag tag) {
    switch (name.rule()) {
      case HTML -> body.start(name, tag);
      case COLUMN -> tree.pass(name, tag);
      case TEMPLATE -> {
        boolean unused = tree.startInHead(name, tag);
      }
      default -> {
        if (leaveColumns()) {
          tree.startHtml(name, tag);
        }
      }
    }
  }

  private boolean leaveColumns() {
    if (!tree.open.currentIs(COLGROUP)) {
      return false;
    }
    tree.open.pop();
    tree.mode(Mode.IN_TABLE);
    return true;
  }

  private void startInBody(ElementName name, StartTag tag) {
    switch (name.rule()) {
      case ROW -> {
        tree.open.clearTo(ElementRule.TABLE_BODY);
        tree.insert(name, tag);
        tree.mode(Mode.IN_ROW);
      }
      case CELL -> {
        tree.open.clearTo(ElementRule.TABLE_BODY);
        tree.insert(TR);
        tree.mode(Mode.IN_ROW);
        startInRow(name, tag);
      }
      case CAPTION, COLUMN, COLUMNS, TABLE_BODY -> {
        if (leaveBody()) {
          startInTable(name, tag);
        }
      }
      default -> startInTable(name, tag);
    }
  }

  private boolean leaveBody() {
    if (!isBodyOpen()) {
      return false;
    }
    tree.open.clearTo(ElementRule.TABLE_BODY);
    tree.open.pop();
    tree.mode(Mode.IN_TABLE);
    return true;
  }

  private boolean isBodyOpen() {
    for (int at = tree.open.size() - 1; at >= 0; at--) {
      boolean found = tree.open.name(at).rule() == ElementRule.TABLE_BODY;
      if (found || tree.open.has(at, ElementName.TABLE_SCOPE)) {
        tree.open.lookedDownTo(at);
        return found;
      }
    }
    return false;
  }

  private void startInRow(ElementName name, StartTag tag) {
    switch (name.rule()) {
      case CELL -> {
        tree.open.clearTo(ElementRule.ROW);
        tree.insert(name, tag);
        tree.mode(Mode.IN_CELL);
        tree.formatting.mark();
      }
      case CAPTION, COLUMN, COLUMNS, TABLE_BODY, ROW -> {
        if (leaveRow()) {
          startInBody(name, tag);
        }
      }
      default -> startInTable(name, tag);
    }
  }

  private boolean leaveRow() {
    if (!tree.open.inScope(TR, ElementName.TABLE_SCOPE)) {
      return false;
    }
    tree.open.clearTo(ElementRule.ROW);
    tree.open.pop();
    tree.mode(Mode.IN_TABLE_BODY);
    return true;
  }

  private boolean closeCell() {
    boolean td = tree.open.inScope(TD, ElementName.TABLE_SCOPE);
    if (!td && !tree.open.inScope(TH, ElementName.TABLE_SCOPE)) {
      return false;
    }
    endCell(td ? TD : TH);
    return true;
  }

  private void endCell(ElementName cell) {
    tree.open.endImplied(null);
    tree.open.popTo(cell);
    tree.formatting.clearToMarker();
    tree.mode(Mode.IN_ROW);
  }

  private void endCaption() {
    tree.open.endImplied(null);
    tree.open.popTo(CAPTION);
    tree.formatting.clearToMarker();
    tree.mode(Mode.IN_TABLE);
  }

  void end(ElementName name) {
    switch (tree.mode()) {
      case IN_TABLE -> endInTable(name);
      case IN_CAPTION -> endInCaption(name);
      case IN_COLUMNS -> endInColumns(name);
      case IN_TABLE_BODY -> endInBody(name);
      case IN_ROW -> endInRow(name);
      default -> endInCell(name);
    }
  }

  private void endInTable(ElementName name) {
    switch (name.rule()) {
      case TABLE -> {
        if (tree.open.inScope(TABLE, ElementName.TABLE_SCOPE)) {
          tree.open.popTo(TABLE);
          tree.resetMode();
        }
      }
      case BODY, CAPTION, COLUMN, COLUMNS, HTML, TABLE_BODY, CELL, ROW, TEMPLATE -> {}
      default -> {
        tree.fosters = true;
        body.end(name);
        tree.fosters = false;
      }
    }
  }

  private void endInCaption(ElementName name) {
    boolean inCaption = tree.open.inScope(CAPTION, ElementName.TABLE_SCOPE);
    switch (name.rule()) {
      case CAPTION -> {
        if (inCaption) {
          endCaption();
        }
      }
      case TABLE -> {
        if (inCaption) {
          endCaption();
          endInTable(name);
        }
      }
      case BODY, COLUMN, COLUMNS, HTML, TABLE_BODY, CELL, ROW -> {}
      default -> body.end(name);
    }
  }

  private void endInColumns(ElementName name) {
    switch (name.rule()) {
      case COLUMNS -> {
        boolean unused = leaveColumns();
      }
      case COLUMN, TEMPLATE -> {}
      default -> {
        if (leaveColumns()) {
          tree.endHtml(name);
        }
      }
    }
  }

  private void endInBody(ElementName name) {
    switch (name.rule()) {
      case TABLE_BODY -> {
        if (tree.open.inScope(name, ElementName.TABLE_SCOPE)) {
          tree.open.clearTo(ElementRule.TABLE_BODY);
          tree.open.pop();
          tree.mode(Mode.IN_TABLE);
        }
      }
      case TABLE -> {
        if (leaveBody()) {
          endInTable(name);
        }
      }
      case BODY, CAPTION, COLUMN, COLUMNS, HTML, CELL, ROW -> {}
      default -> endInTable(name);
    }
  }

  private void endInRow(ElementName name) {
    switch (name.rule()) {
      case ROW -> {
        boolean unused = leaveRow();
      }
      case TABLE -> {
        if (leaveRow()) {
          endInBody(name);
        }
      }
      case TABLE_BODY -> {
        if (tree.open.inScope(name, ElementName.TABLE_SCOPE) && leaveRow()) {
          endInBody(name);
        }
      }
      case BODY, CAPTION, COLUMN, COLUMNS, HTML, CELL -> {}
      default -> endInTable(name);
    }
  }

  private void endInCell(ElementName name) {
    switch (name.rule()) {
      case CELL -> {
        if (tree.open.inScope(name, ElementName.TABLE_SCOPE)) {
          endCell(name);
        } else {
          tree.mode(Mode.IN_ROW);
        }
      }
      case BODY, CAPTION, COLUMN, COLUMNS, HTML -> {}
      case TABLE, TABLE_BODY, ROW -> {
        if (tree.open.inScope(name, ElementName.TABLE_SCOPE) && closeCell()) {
          tree.endHtml(name);
        }
      }
      default -> body.end(name);
    }
  }

  /** Text outside cells and captions. */
  void text(int from, int to, boolean hasReferences) {
    boolean blank = tree.isBlank(from, to, hasReferences);
    if (tree.mode() == Mode.IN_COLUMNS) {
      if (!blank && leaveColumns()) {
        text(from, to, hasReferences);
      }
    } else if (!tree.open.currentHas(ElementName.FOSTERS)) {
      tree.textInBody(from, to, hasReferences);
    } else if (!blank) {
      throw Doubt.FOSTER_PARENTING.exception();
    }
  }
}
