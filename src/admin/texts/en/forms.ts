export const forms = {
  notNumber: 'Give a whole number, such as 10.',
  faults: (count: number) =>
    count === 1
      ? 'One field needs a correction. Nothing was changed.'
      : `${count} fields need a correction. Nothing was changed.`,
  notRecorded: {
    title: 'Nothing was changed',
    text: 'The audit log cannot be written at the moment, and changes are only made if they can be recorded there. Try again later. The health page shows the state of the audit log.',
  },
  unknown: {
    title: 'The outcome is not known',
    text: 'This form was sent before, but its outcome is not known. Look at the list before you fill in a new form.',
  },
  overlapHours: 'Overlap in hours',
  overlapWrong: 'Give a number of hours from 0 to 2,160 (90 days).',
  changes: {
    caption: 'Values that differ',
    field: 'Field',
    typed: 'You typed',
    now: 'Value now',
    nothing: '(empty)',
    same: 'All values are the same as yours.',
  },
};
