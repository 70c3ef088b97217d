package dev.crawlsieve.lab.bench.rule;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Sources of a class, each with one condition left out or with another number. */
final class RuleMutants {

  /**
   * A changed class.
   *
   * @param line of the change
   * @param change what is changed, as text
   * @param source of the class
   */
  record Mutant(long line, String change, String source) {}

  private final String source;
  private final CompilationUnitTree unit;
  private final SourcePositions positions;
  private final List<Mutant> mutants = new ArrayList<>();

  private RuleMutants(String source, CompilationUnitTree unit, SourcePositions positions) {
    this.source = source;
    this.unit = unit;
    this.positions = positions;
  }

  /**
   * All that differ in one place, a whole before its parts: a part of a conjunction or of an
   * alternative left out, the condition of an {@code if} never true, either side of a conditional
   * expression, a constant of twice and of half its size.
   */
  static List<Mutant> of(String source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new SieveException("this needs a JDK: here is no compiler");
    }
    try {
      JavacTask task =
          (JavacTask) compiler.getTask(null, null, null, null, null, List.of(file(source)));
      CompilationUnitTree unit = task.parse().iterator().next();
      RuleMutants all = new RuleMutants(source, unit, Trees.instance(task).getSourcePositions());
      all.scan();
      return List.copyOf(all.mutants);
    } catch (IOException e) {
      throw new SieveException("the rule's source cannot be parsed", e);
    }
  }

  static SimpleJavaFileObject file(String source) {
    return new SimpleJavaFileObject(
        URI.create("string:///Rule.java"), SimpleJavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return source;
      }
    };
  }

  private void scan() {
    new TreeScanner<Void, String>() {
      @Override
      public Void visitMethod(MethodTree method, String in) {
        return super.visitMethod(method, method.getName() + ": ");
      }

      @Override
      public Void visitBinary(BinaryTree binary, String in) {
        boolean and = binary.getKind() == Tree.Kind.CONDITIONAL_AND;
        if (and || binary.getKind() == Tree.Kind.CONDITIONAL_OR) {
          leaveOut(in, binary.getLeftOperand(), and);
          leaveOut(in, binary.getRightOperand(), and);
        }
        return super.visitBinary(binary, in);
      }

      @Override
      public Void visitIf(IfTree condition, String in) {
        replace(in + "never ", condition.getCondition(), "(false)");
        return super.visitIf(condition, in);
      }

      @Override
      public Void visitConditionalExpression(ConditionalExpressionTree choice, String in) {
        replace(in + "always ", choice.getCondition(), "true");
        replace(in + "never ", choice.getCondition(), "false");
        return super.visitConditionalExpression(choice, in);
      }

      @Override
      public Void visitVariable(VariableTree variable, String in) {
        if (variable.getInitializer() instanceof LiteralTree literal && in.isEmpty()) {
          String name = variable.getName() + " = ";
          replace(name, literal, "(2 * " + literal + ")");
          replace(name, literal, "(" + literal + " / 2)");
        }
        return super.visitVariable(variable, in);
      }
    }.scan(unit, "");
  }

  /** Leaves out a part that is not itself of the same kind: its own parts are left out. */
  private void leaveOut(String in, ExpressionTree part, boolean and) {
    Tree.Kind same = and ? Tree.Kind.CONDITIONAL_AND : Tree.Kind.CONDITIONAL_OR;
    if (part.getKind() != same) {
      replace(in + "without ", part, and ? "true" : "false");
    }
  }

  private void replace(String how, Tree part, String by) {
    int start = (int) positions.getStartPosition(unit, part);
    int end = (int) positions.getEndPosition(unit, part);
    String text = source.substring(start, end).replaceAll("\\s+", " ");
    boolean number = how.endsWith(" = ");
    mutants.add(
        new Mutant(
            unit.getLineMap().getLineNumber(start),
            how + text + (number ? " → " + by : ""),
            source.substring(0, start) + by + source.substring(end)));
  }
}
