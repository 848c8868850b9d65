import { Link } from "./router";

/** Books a crossing; what is on board depends on the ship. */
export function Ferry({ ship, risk, ...rest }) {
  const late = ship.hour > 20 && ship.free < 4;
  return (
    <main>
      {/* The form, and what belongs to it. */}
      <AgentAction action="crossing.book" danger={risk} confirm="review" scope="crossings.write">
        <AgentField field="cars"><input type="number" name="cars" {...rest} /></AgentField>
        {late ? (
          <select data-agent-kind="field" data-agent-field="cabin" />
        ) : (
          <input data-agent-kind="field" data-agent-field="cabin" />
        )}
        <input name="plate" />
        <AgentField field="dogName" />
        <AgentSubmit action="crossing.book.submit">{late ? "Delete" : "Book"}</AgentSubmit>
        <AgentStatus output="crossing.book.status" />
      </AgentAction>
      <Link to="/crossings">All crossings</Link>
      <pre>{`<button data-agent-danger="huge">`}</pre>
    </main>
  );
}
