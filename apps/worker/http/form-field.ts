/** Name of the field of a form that shows that a page of ours sent it. */
export const FORM_FIELD = 'formulaire';
